import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const { exports, typesVersions } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);
const paths = Object.keys(exports).filter((path) => path !== './package.json');

test.each(paths)('%s can be imported and required, with types', (path) => {
  const name = path === '.' ? 'index' : path.slice(2);
  expect(exports[path]).toEqual({
    import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    'module-sync': `./dist/${name}.js`,
    require: { types: `./dist/cjs/${name}.d.ts`, default: `./dist/cjs/${name}.js` },
  });
  // The first condition that matches is used.
  expect(Object.keys(exports[path])).toEqual(['import', 'module-sync', 'require']);
});

test('TypeScript finds the types of every path with the resolution node10', () => {
  const names = paths.filter((path) => path !== '.').map((path) => path.slice(2));
  expect(typesVersions).toEqual({
    '*': Object.fromEntries(names.map((name) => [name, [`./dist/cjs/${name}.d.ts`]])),
  });
});
