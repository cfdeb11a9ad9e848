import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSourceMaps } from './source-maps.ts';

let app: string;
let time = 0;
beforeEach(() => {
  app = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-source-maps-')));
  time = 0;
});
afterEach(() => rmSync(app, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(app, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
/** A map whose first place is line `line` of `src/pay.ts`. */
const mapTo = (line: number, rest = {}) =>
  JSON.stringify({
    version: 3,
    sources: ['../src/pay.ts'],
    names: [],
    mappings: `AA${VLQ[line - 1]}A`,
    ...rest,
  });
const VLQ = 'ACEGIKMOQSUWYace';

function openMaps(settings: { maxBytes?: number; budgetMs?: number } = {}) {
  return createSourceMaps({ mainFile: join(app, 'main.js'), now: () => time, ...settings });
}

test('a place in the code is a place in a source', () => {
  const code = write('dist/pay.js', 'pay();\n//# sourceMappingURL=pay.js.map');
  write('dist/pay.js.map', mapTo(4));
  expect(openMaps().find(code, 1, 1, 't')).toEqual({
    file: join(app, 'src/pay.ts'),
    line: 4,
    column: 1,
    name: '',
    isShortened: false,
  });
  expect(openMaps().find(code, 9, 1)).toBeNull();
});

test('a file is looked at again after two seconds, and read again if it is another one', () => {
  const code = write('dist/pay.js', 'pay();');
  const map = write('dist/pay.js.map', mapTo(4));
  const maps = openMaps();
  const line = () => maps.find(code, 1, 1)?.line;
  expect(line()).toBe(4);
  write('dist/pay.js.map', mapTo(5));
  utimesSync(map, 1, 1);
  expect(line()).toBe(4);
  time += 2000;
  expect(line()).toBe(5);
  write('dist/pay.js', 'pay();\n//# sourceMappingURL=other.js.map');
  write('dist/other.js.map', mapTo(6));
  time += 2000;
  expect(line()).toBe(6);
  rmSync(code);
  time += 2000;
  expect(line()).toBeUndefined();
});

test('a missing or broken map is not read again before there is another one', () => {
  const code = write('dist/pay.js', 'pay();\n//# sourceMappingURL=pay.js.map');
  const maps = openMaps();
  const line = () => maps.find(code, 1, 1)?.line;
  expect(line()).toBeUndefined();
  const map = write('dist/pay.js.map', '{'.padEnd(mapTo(4).length));
  time += 2000;
  expect(line()).toBeUndefined();
  utimesSync(map, 3, 3);
  time += 2000;
  expect(line()).toBeUndefined();
  // Not read: nothing says that it is another file.
  writeFileSync(map, mapTo(4));
  utimesSync(map, 3, 3);
  time += 2000;
  expect(line()).toBeUndefined();
  utimesSync(map, 5, 5);
  time += 2000;
  expect(line()).toBe(4);
});

test('a map that names the code itself is not used', () => {
  const code = write('dist/pay.js', 'pay();');
  write('dist/pay.js.map', mapTo(4, { sources: ['pay.js'] }));
  expect(openMaps().find(code, 1, 1)).toBeNull();
});

test('a map that is too large is not read', () => {
  const code = write('dist/pay.js', 'pay();');
  write('dist/pay.js.map', mapTo(4, { sourcesContent: ['x'.repeat(5000)] }));
  expect(openMaps({ maxBytes: 4000 }).find(code, 1, 1)).toBeNull();
  expect(openMaps({ maxBytes: 6000 }).find(code, 1, 1)?.line).toBe(4);
});

test('maps that displace each other are not read again and again', () => {
  const mappings = `AAGA${',AAAA'.repeat(400_000)}`;
  const codes = ['a', 'b'].map((name) => {
    write(`dist/${name}.js.map`, mapTo(4, { mappings }));
    return write(`dist/${name}.js`, 'pay();');
  });
  const maps = openMaps({ budgetMs: 500 });
  const countFound = () => {
    let count = 0;
    for (let n = 1; n <= 30; n++) for (const code of codes) if (maps.find(code, 1, n + time)) count++;
    return count;
  };
  const first = countFound();
  expect(first).toBeGreaterThan(0);
  // The map that was read last is still in memory.
  expect(first).toBeLessThan(60);
  expect(maps.find(codes[0] ?? '', 1, 1)?.line).toBe(4);
  time += 60_001;
  expect(countFound()).toBeGreaterThan(0);
});

test('many files and places stay within limits', () => {
  const code = write('dist/pay.js', 'pay();');
  write('dist/pay.js.map', mapTo(4));
  const maps = openMaps();
  for (let n = 1; n <= 20_000; n++) {
    maps.find(code, 1, n);
    maps.find(join(app, `dist/gone-${n}.js`), 1, 1);
  }
  expect(maps.find(code, 1, 1)?.line).toBe(4);
});
