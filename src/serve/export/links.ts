import { COLUMNS_PARAM } from '../../search/columns.ts';
import { BLOCK_LIST_FORMATS } from './block-list-formats.ts';

export interface Link {
  readonly label: string;
  readonly href: string;
}

/** Parameters that do not change which requests match. */
const OF_THE_PAGE: readonly string[] = ['cursor', 'limit', COLUMNS_PARAM];

/** Links to files with all matches of a search, whichever page is shown. */
export function exportLinks(base: string, params: URLSearchParams): Link[] {
  const query = searchOf(params).toString();
  const href = (kind: string) => `${base}/export.${kind}${query === '' ? '' : `?${query}`}`;
  return [
    { label: 'CSV', href: href('csv') },
    { label: 'HAR', href: href('har') },
    { label: 'JSON', href: href('json') },
  ];
}

/** Links to the clients of a search, for the tools that block them. */
export function blockListLinks(base: string, params: URLSearchParams): Link[] {
  return BLOCK_LIST_FORMATS.map(({ name, title }) => {
    const query = searchOf(params);
    query.set('format', name);
    return { label: title, href: `${base}/block-list?${query}` };
  });
}

function searchOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...params].filter(([name, value]) => !OF_THE_PAGE.includes(name) && value !== ''),
  );
}

/** Links to the request of a profile, as a command, as code and as a test, to be copied. */
export function copyLinks(base: string, token: string, hasFailed: boolean): Link[] {
  const url = `${base}/${encodeURIComponent(token)}/snippet?lang=`;
  return [
    { label: 'Copy as curl', href: `${url}curl` },
    { label: 'Copy as fetch', href: `${url}javascript` },
    { label: hasFailed ? 'Copy as failing test' : 'Copy as test', href: `${url}node-test` },
  ];
}

export function profileLinks(base: string, token: string): Link[] {
  const url = `${base}/${encodeURIComponent(token)}`;
  return [
    { label: 'HAR', href: `${url}.har` },
    { label: 'JSON', href: `${url}.json` },
  ];
}
