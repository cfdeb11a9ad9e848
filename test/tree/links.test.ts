import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../docs/.vitepress/pages.ts';
import { siteLink } from '../../docs/.vitepress/site-links.ts';
import { slugOf } from '../../docs/.vitepress/slug.ts';
import { anchorsIn, linksIn, MARKDOWN_FILES, ROOT } from '../docs/markdown.ts';

const pageFiles = Object.values(PAGES)
  .flat()
  .map(({ file }) => `docs/${file}`);

/** What is wrong with a link, or `null`. Addresses of other hosts are not looked up. */
function problemOf(file: string, address: string): string | null {
  if (/^[a-z]+:/.test(address)) return null;
  const [path = '', anchor] = decodeURI(address).split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  const exists = existsSync(join(ROOT, target));
  if (!exists) return `${file}: ${address} does not exist`;
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return null;
  return anchorsIn(target).has(anchor) ? null : `${file}: ${target} has no heading for #${anchor}`;
}

test('finds the files and their links', () => {
  expect(MARKDOWN_FILES).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/search.md']),
  );
  expect(linksIn('docs/search.md')).toContain('reliability.md#limits');
  expect(anchorsIn('docs/search.md')).toContain('words-without-a-field');
});

test('every link of every Markdown file leads to a file and a heading that exist', () => {
  const problems = MARKDOWN_FILES.flatMap((file) => linksIn(file).map((address) => problemOf(file, address)));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

test('a link to nowhere would be reported', () => {
  expect(problemOf('docs/search.md', 'nowhere.md')).toContain('does not exist');
  expect(problemOf('docs/search.md', '#nowhere')).toContain('no heading');
  expect(problemOf('README.md', 'docs/search.md#nowhere')).toContain('no heading');
});

test('the sidebar has every page of docs/ once', () => {
  const files = MARKDOWN_FILES.filter((file) =>
    /^docs\/(?:[\w-]+|deploy\/[\w-]+|decisions\/index)\.md$/.test(file),
  );
  expect([...pageFiles].sort()).toEqual(files.filter((file) => file !== 'docs/index.md').sort());
});

test('docs/decisions/index.md lists every decision, in order', () => {
  const decisions = MARKDOWN_FILES.filter((file) => /^docs\/decisions\/\d/.test(file));
  expect(linksIn('docs/decisions/index.md').map((address) => `docs/decisions/${address}`)).toEqual(decisions);
});

test('an anchor is the one that GitHub makes', () => {
  expect(slugOf('import and require()')).toBe('import-and-require');
  expect(slugOf("node:http's `x_y`, too – 2")).toBe('nodehttps-x_y-too--2');
});

test.each([
  ['search.md#urls', 'page.md', 'search.md#urls'],
  ['../search.md', 'decisions/0016-x.md', '../search.md'],
  ['../CONTRIBUTING.md', 'architecture.md', 'contributing.md'],
  ['decisions', 'architecture.md', 'decisions/index.md'],
  ['docs/errors.md#x', 'contributing.md', 'errors.md#x'],
  ['CHANGELOG.md', 'contributing.md', 'changelog.md'],
  ['../src/redact/header-list.ts', 'security.md', 'https://host/repo/blob/HEAD/src/redact/header-list.ts'],
  ['https://nodejs.org', 'page.md', 'https://nodejs.org'],
  ['#clients', 'page.md', '#clients'],
])('on the site, %s in %s leads to %s', (href, page, address) => {
  expect(siteLink(href, page, 'https://host/repo')).toBe(address);
});
