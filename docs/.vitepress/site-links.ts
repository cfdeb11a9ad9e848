import { posix } from 'node:path';
import { ROOT_FILES } from './pages.ts';

const PAGE_OF_ROOT_FILE = new Map(Object.entries(ROOT_FILES).map(([page, file]) => [file, page]));

/**
 * The address of a link on the site. In the repository a link is relative to its file; the site has only docs/, so that links to
 * other files lead to the repository.
 */
export function siteLink(href: string, page: string, repository: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', hash] = href.split('#');
  const folder = ROOT_FILES[page] ? '.' : posix.dirname(`docs/${page}`);
  const target = posix.join(folder, path).replace(/\/$/, '');
  const rootPage = PAGE_OF_ROOT_FILE.get(target);
  const anchor = hash ? `#${hash}` : '';
  if (!rootPage && !target.startsWith('docs/')) return `${repository}/blob/HEAD/${target}${anchor}`;
  const file = rootPage ?? target.slice('docs/'.length);
  const isFolder = !/\.\w+$/.test(file);
  return `${posix.relative(posix.dirname(page), isFolder ? `${file}/index.md` : file)}${anchor}`;
}
