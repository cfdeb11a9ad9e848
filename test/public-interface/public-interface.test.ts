import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT, read } from '../docs/markdown.ts';
import { createReader } from './declarations.ts';

const FILE = 'test/public-interface/public-interface.txt';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What each entry point exports, and the types of all of it. */
function exportsAndTypes(): string[] {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--removeComments', '--outDir', folder], { cwd: ROOT });
  const paths = Object.keys(JSON.parse(read('package.json')).exports).filter(
    (path) => path !== './package.json',
  );
  const { exportsOf, declarationsOf } = createReader();
  const fileOf = (path: string) => join(folder, `${path === '.' ? 'index' : path.slice(2)}.d.ts`);
  const exported = paths.map((path) => `gatebook${path.slice(1)}: ${exportsOf(fileOf(path)).join(', ')}`);
  return ['# Exports', ...exported, '', '# Types', ...declarationsOf(paths.map(fileOf))];
}

/** The generated parts of a page of the docs, without the explanations. */
function reference(page: string): string[] {
  const parts = read(page).matchAll(/<!-- Generated: (\S+) -->\n(.*?)<!-- End/gs);
  return [...parts].flatMap(([, part, text = '']) => [
    '',
    `# ${page}: ${part}`,
    ...text.split('\n').flatMap((line) => {
      if (!line.startsWith('| `')) return /^(?:###|- Type:|- Default:|gatebook )/.test(line) ? [line] : [];
      const [, name = '', second = '', ...others] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      // The second cell explains, except for variables: there it is the option.
      const rest = part === 'variables' ? [second] : others.filter((cell) => cell !== '');
      return [[name, ...rest].join(': ')];
    }),
  ]);
}

test(`${FILE} has the exports, types, options, variables and commands; -u writes it`, {
  timeout: 120_000,
}, async () => {
  const lines = [...exportsAndTypes(), ...reference('docs/configuration.md'), ...reference('docs/cli.md')];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(ROOT, FILE));
});

test('CHANGELOG.md says what changed in it, and names it', () => {
  const hash = createHash('sha256').update(read(FILE)).digest('hex').slice(0, 8);
  const [, named] = /<!-- Public interface: (\w+) -->/.exec(read('CHANGELOG.md')) ?? [];
  expect(named, `say in CHANGELOG.md what changed, and then: <!-- Public interface: ${hash} -->`).toBe(hash);
});
