import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { MAY_IMPORT } from './may-import.ts';

const root = join(import.meta.dirname, '../..');
const MAX_LINES = 300;
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
    expect.arrayContaining(['src/options.ts', 'src/serve/mount.ts', 'src/record/recorder.ts']),
  );
});

test('imports in src/ run one way', () => {
  const against = [...imports]
    .filter(([file]) => isSource(file) && folderOf(file) !== 'root' && folderOf(file) !== 'cli')
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => {
          const [from, to] = [folderOf(file), folderOf(target)];
          return from !== to && to !== 'root' && !MAY_IMPORT[from]?.includes(to);
        })
        .map((target) => `${file} imports ${target}`),
    );
  expect(against).toEqual([]);
});

test('folders import only the shared files of the root', () => {
  const shared = [
    'src/errors.ts',
    'src/lru.ts',
    'src/option-checks.ts',
    'src/package-files.ts',
    'src/requirements.ts',
  ];
  const against = [...imports]
    .filter(([file]) => isSource(file) && folderOf(file) !== 'root' && folderOf(file) !== 'cli')
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => folderOf(target) === 'root' && !shared.includes(target))
        .map((target) => `${file} imports ${target}`),
    );
  expect(against).toEqual([]);
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
