import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { repository, homepage, bugs } = JSON.parse(read('package.json'));
/** Where the repository is. Only package.json says it; `node scripts/set-home.js URL` changes it and every link. */
const home: string = /^git\+(https:\/\/.+)\.git$/.exec(repository.url)?.[1] ?? '';
/** The documentation of peers that the README compares Gatebook with. */
const ELSEWHERE =
  /^https:\/\/(?:symfony\.com|laravel\.com|silk\.readthedocs\.io|www\.brakit\.ai|nestlens-docs\.vercel\.app|spotlightjs\.com|aspire\.dev)(?:\/|$)/;

const readme = read('README.md');
const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);

/** The id that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** What is wrong with a link of the README, which npm shows too, where there are no other files. */
function problemOf(link: string): string | null {
  if (ELSEWHERE.test(link)) return null;
  if (!link.startsWith(`${home}/`)) return 'neither in the repository nor documentation of a peer';
  const [, kind, path = '', anchor] =
    /^\/(blob|raw)\/HEAD\/([^#]+)(?:#(.+))?$/.exec(link.slice(home.length)) ?? [];
  if (!existsSync(join(root, path || '?'))) return 'no such file';
  if (kind === 'raw' || anchor === undefined) return null;
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return headings.includes(anchor) ? null : 'no such heading';
}

test('homepage and bugs are derived from the repository', () => {
  expect(home).toMatch(/^https:\/\/github\.com\/[\w-]+\/gatebook$/);
  expect(homepage).toBe(`${home}#readme`);
  expect(bugs).toEqual({ url: `${home}/issues` });
});

test('every link of the README works on npm', () => {
  expect(links.length).toBeGreaterThan(20);
  const problems = links.map((link) => [link, problemOf(link)]).filter(([, problem]) => problem !== null);
  expect(problems).toEqual([]);
  expect(problemOf('docs/search.md')).not.toBeNull();
  expect(problemOf(`${home}/blob/HEAD/docs/search.md#nothing`)).toBe('no such heading');
});

test('no file names another home', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:[cm]?[jt]sx?|json|md|ya?ml)$/.test(file) && existsSync(join(root, file)));
  const others = files.flatMap((file) =>
    [...read(file).matchAll(/https:\/\/github\.com\/[\w-]+\/gatebook\b/g)]
      .filter(([url]) => url !== home)
      .map(([url]) => `${file}: ${url}`),
  );
  expect(others).toEqual([]);
});

test('the README has fewer than 200 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThan(200);
});
