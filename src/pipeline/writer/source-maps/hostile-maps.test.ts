import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cpuMillis } from '../../../../test/support/block.ts';
import type { Exception } from '../../../profile/profile.ts';
import { redactException } from '../../../redact/profile/redact-exception.ts';
import { createRedaction } from '../../../redact/redaction.ts';
import { errorGroup } from '../../error-group.ts';
import { mapException } from './map-draft.ts';
import { createSourceMaps } from './source-maps.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-hostile-maps-')));
const app = join(folder, 'app');
const MAP = { version: 3, sources: ['../src/pay.ts'], names: [], mappings: 'AAGA' };

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

beforeAll(() => {
  for (const path of ['app/dist/pay.js', 'beside/evil.js', 'app/node_modules/lib/index.js']) {
    write(path, 'pay();');
    write(`${path}.map`, JSON.stringify(MAP));
  }
  symlinkSync(join(folder, 'beside/evil.js'), join(app, 'dist/link.js'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const openMaps = () => createSourceMaps({ mainFile: join(app, 'main.js') });

describe('a hostile map', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  test.each([
    ['broken JSON', '{"version":3,"sources":["a.ts"],'],
    ['not an object', '[]'],
    ['deep JSON', deep],
    ['deep sections', `{"sections":[{"offset":{"line":0,"column":0},"map":{"sections":${deep}}}]}`],
    ['too many bytes', JSON.stringify({ ...MAP, sourcesContent: ['x'.repeat(33_000_000)] })],
    ['too many places', JSON.stringify({ ...MAP, mappings: 'AAAA,'.repeat(1_000_000) })],
    ['too many lines', JSON.stringify({ ...MAP, mappings: ';'.repeat(10_000_000) })],
    ['names of prototypes', '{"__proto__":{"sources":["a"]},"constructor":5,"version":3}'],
    ['the code as its own source', JSON.stringify({ ...MAP, sources: ['hostile.js'] })],
    ['the map as its source', JSON.stringify({ ...MAP, sources: ['#'], sourceRoot: '/'.repeat(1000) })],
  ])('with %s costs nothing after it was read', (_what, text) => {
    const code = write('app/dist/hostile.js', 'pay();\n//# sourceMappingURL=hostile.js.map');
    write('app/dist/hostile.js.map', text);
    const maps = openMaps();
    const read = () => maps.find(code, 1, 1);
    const start = performance.now();
    const place = read();
    expect(performance.now() - start).toBeLessThan(2000);
    if (place) expect(place.file.length).toBeLessThan(400);
    const again = performance.now();
    for (let n = 0; n < 1000; n++) expect(read()).toEqual(place);
    expect(performance.now() - again).toBeLessThan(500);
  });

  test('can name any path, but none of them is read or shown as the path of another folder', () => {
    const sources = [
      '/etc/passwd',
      '../../../../etc/passwd',
      'file:///etc/passwd',
      'webpack://x/../../etc/passwd',
    ];
    for (const source of sources) {
      const code = write('app/dist/names.js', 'pay();');
      write('app/dist/names.js.map', JSON.stringify({ ...MAP, sources: [source] }));
      expect(openMaps().find(code, 1, 1)?.file, source).toBe('etc/passwd');
    }
  });

  test('can not add lines to a stack', () => {
    const code = write('app/dist/lines.js', 'pay();');
    const source = 'a.ts:1:1)\n    at evil (/etc/passwd.js';
    write('app/dist/lines.js.map', JSON.stringify({ ...MAP, sources: [source] }));
    const stack = `    at pay (${code}:1:1)`;
    const mapped = mapException({ name: 'Error', message: '', stack, cause: null }, openMaps()).stack;
    expect(mapped.split('\n')).toHaveLength(1);
  });
});

describe('frames in a message', () => {
  const outside = [
    '/etc/passwd.js',
    join(folder, 'beside/evil.js'),
    join(app, 'dist/../../beside/evil.js'),
    join(app, 'dist/link.js'),
    join(app, 'node_modules/lib/index.js'),
    '/dev/zero.js',
    '/proc/self/mem.js',
  ];

  test('are never a reason to look at a file outside of the app', () => {
    const maps = openMaps();
    for (const file of outside) {
      expect(maps.find(file, 1, 1), file).toBeNull();
      const stack = `Error: no\n    at pay (${file}:1:1)`;
      const error = { name: 'Error', message: 'changed', stack, cause: null };
      expect(mapException(error, maps).stack).toBe(stack);
    }
  });

  test('do not change what is redacted, and how errors are grouped', () => {
    const maps = openMaps();
    const frame = `    at pay (${join(app, 'dist/pay.js')}:1:1)`;
    const message = `password=hunter2 for\n${frame}\ntoken: abc`;
    const error: Exception = { name: 'Error', message, stack: `Error: ${message}\n${frame}`, cause: null };
    const redacted = redactException(mapException(error, maps), createRedaction());
    expect(JSON.stringify(redacted)).not.toMatch(/hunter2|abc/);
    expect(redacted.stack.split('\n').at(-1)).toBe(`    at pay (${join(app, 'src/pay.ts')}:4:1)`);
    expect(errorGroup('Error', redacted)).toContain('at pay (');
  });

  test('with many paths cost in proportion to their number', () => {
    const timeOf = (paths: number) => {
      const maps = openMaps();
      const start = cpuMillis();
      for (let n = 0; n < paths; n++) maps.find(join(app, `dist/chunk-${n}.js`), 1, n + 1);
      return cpuMillis() - start;
    };
    timeOf(2000);
    expect(timeOf(10_000)).toBeLessThan(5 * timeOf(2000) * 2.5 + 15);
  });
});
