import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { COLLECTOR_FLAGS } from '../../src/options/collector-settings.ts';
import { VARIABLES } from '../../src/options/environment.ts';
import { FORMAT } from '../../src/store/sqlite/files/schema.ts';
import { ROOT, read } from './markdown.ts';
import { optionReference, variableReference } from './option-reference.ts';
import { redactionReference } from './redaction-reference.ts';

const PRINT = `import { commandReferences } from './command-reference.ts';
console.log(JSON.stringify(await commandReferences()));`;

/** Replaces the part of a page that is generated. `npm run docs:reference` writes it. */
function replacePart(page: string, name: string, text: string): string {
  const start = `<!-- Generated: ${name} -->\n`;
  const end = `<!-- End: ${name} -->\n`;
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no place for the reference of ${name}.`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}

test('docs/configuration.md has every option and variable as src/options declares them', async () => {
  const page = replacePart(
    replacePart(read('docs/configuration.md'), 'options', optionReference()),
    'variables',
    variableReference(),
  );
  await expect(page).toMatchFileSnapshot(join(ROOT, 'docs/configuration.md'));
});

test('docs/collector.md has every setting of a collector, by its flag, its variable and its option', () => {
  const page = read('docs/collector.md');
  const rows = [...page.matchAll(/^\| `(--[\w-]+)` \| `(GATEBOOK_\w+)` \| `([\w.]+)` \|/gm)];
  const settings = Object.entries(COLLECTOR_FLAGS).map(([path, flag]) => [
    flag,
    VARIABLES.get(path)?.name,
    path,
  ]);
  expect(rows.map(([, ...row]) => row).sort()).toEqual(settings.sort());
});

test('docs/security.md lists the names and formats of secrets as the tables of src/redact do', async () => {
  const page = replacePart(read('docs/security.md'), 'redaction', redactionReference());
  await expect(page).toMatchFileSnapshot(join(ROOT, 'docs/security.md'));
});

/** Bundled first, because Vitest takes ten times as long to load every command. */
function commandReferences(): Record<string, string> {
  const { outputFiles } = buildSync({
    stdin: { contents: PRINT, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { GATEBOOK_VERSION: JSON.stringify(JSON.parse(read('package.json')).version) },
  });
  const [file] = outputFiles;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-'], {
      cwd: ROOT,
      input: file?.text,
      encoding: 'utf8',
    }),
  );
}

test('docs/cli.md has every command and option as its help does', async () => {
  const page = Object.entries(commandReferences()).reduce(
    (text, [name, reference]) => replacePart(text, name, reference),
    read('docs/cli.md'),
  );
  await expect(page).toMatchFileSnapshot(join(ROOT, 'docs/cli.md'));
});

test('docs/cli.md shows the report of doctor with the format of books of this version', () => {
  expect(read('docs/cli.md')).toContain(`can be read (format ${FORMAT})`);
});

test('docs/errors.md explains every code of src/errors.ts, and no other', () => {
  const codes = [...read('src/errors.ts').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, code]) => code);
  const rows = [...read('docs/errors.md').matchAll(/^\| `([\w-]+)` *\| (.+?) \| (.+?) \|$/gm)];
  expect(codes.length).toBeGreaterThan(10);
  expect(rows.map(([, code]) => code)).toEqual(codes);
});

test('docs/dependencies.md has every package of package.json', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const listed = new Set([...read('docs/dependencies.md').matchAll(/`([^`\s]+)`/g)].map(([, name]) => name));
  // An older version has a name of its own: "redis4": "npm:redis@^4.7.1".
  const names = Object.entries(devDependencies).map(([name, range]) => /^npm:(.+)@/.exec(range)?.[1] ?? name);
  const missing = names.filter((name) => !listed.has(name) && !listed.has(name.replace(/\/.*/, '/*')));
  expect(missing).toEqual([]);
});
