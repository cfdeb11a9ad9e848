import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { MAY_IMPORT, SHARED } from './may-import.ts';

const root = join(import.meta.dirname, '../..');
const MAX_LINES = 300;
const MAX_FILES = 25;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:src|test|bench)\/.*\.tsx?$/.test(file) && existsSync(join(root, file)));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
/** Files that each file imports, for types too, and also with `import()`. */
const imports = new Map(
  [...sources].map(([file, source]) => [
    file,
    [...source.matchAll(IMPORT)]
      .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
      .filter((path) => sources.has(path)),
  ]),
);

/** The folder below src/, or `root` for the entry points and the files that compose the parts. */
function folderOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/');
  return rest.length > 0 ? folder : 'root';
}

const isSource = (file: string) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file);

test('finds the imports of the tree', () => {
  expect(imports.get('src/gatebook.ts')).toEqual(
    expect.arrayContaining(['src/options/options.ts', 'src/serve/mount.ts', 'src/record/recorder.ts']),
  );
});

/** The imports of the folders that don't put the parts together, from one folder to another. */
const between = [...imports]
  .filter(([file]) => isSource(file) && MAY_IMPORT.has(folderOf(file)))
  .flatMap(([file, targets]) => targets.map((target) => ({ file, target })))
  .filter(({ file, target }) => folderOf(file) !== folderOf(target));

test('imports in src/ run one way', () => {
  const against = between.filter(({ file, target }) =>
    folderOf(target) === 'root'
      ? !SHARED.includes(target)
      : !MAY_IMPORT.get(folderOf(file))?.includes(folderOf(target)),
  );
  expect(against).toEqual([]);
});

test('the command line takes from serve/ only the page, the API of a collector and who may use them', () => {
  const taken = [...imports].flatMap(([file, targets]) =>
    isSource(file) && folderOf(file) === 'cli'
      ? targets.filter((target) => folderOf(target) === 'serve')
      : [],
  );
  expect(
    taken.filter(
      (file) =>
        !['src/serve/mount.ts', 'src/serve/ingest/collector-api.ts'].includes(file) &&
        !file.startsWith('src/serve/access/'),
    ),
  ).toEqual([]);
});

test(`no folder has more than ${MAX_FILES} files of code`, () => {
  const counts = new Map<string, number>();
  for (const file of sources.keys())
    if (isSource(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

test('only package-files.ts uses createRequire, which webpack replaces', () => {
  const others = [...sources].filter(
    ([file, source]) => isSource(file) && file !== 'src/package-files.ts' && source.includes('createRequire'),
  );
  expect(others.map(([file]) => file)).toEqual([]);
});

test('src/ imports nothing from test/ or bench/', () => {
  const against = [...imports].filter(
    ([file, targets]) => isSource(file) && targets.some((target) => !target.startsWith('src/')),
  );
  expect(against).toEqual([]);
});

test('no file imports itself through others', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  const long = [...sources]
    .map(([file, source]) => [file, source.trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > MAX_LINES);
  expect(long).toEqual([]);
});
