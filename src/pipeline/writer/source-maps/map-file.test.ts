import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode, appFolders, findMap, mapText } from './map-file.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-map-file-')));
const app = join(folder, 'app');
const MAX = 100_000;
const MAP = '{"version":3}';

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const mapOf = (code: string) => mapText(findMap(code, MAX), [app], MAX);
const codeWith = (name: string, end: string) => write(`app/dist/${name}.js`, `pay();\n${end}`);
const comment = (url: string) => `//# sourceMappingURL=${url}`;

beforeAll(() => {
  for (const path of ['app/dist/pay.js.map', 'app/maps/pay.js.map', 'app/maps/pay.json', 'beside/pay.js.map'])
    write(path, MAP);
  for (const path of [
    'app/dist/main.js',
    'app/dist/main.mjs',
    'app/.next/server/[root]__a1._.js',
    'app/node_modules/lib/index.js',
    'app/src/pay.ts',
    'app/.env',
    'beside/other.js',
  ])
    write(path, '');
  symlinkSync(join(folder, 'beside/other.js'), join(app, 'dist/link.js'));
  symlinkSync(join(app, 'node_modules/lib/index.js'), join(app, 'dist/library.js'));
  symlinkSync(join(app, '.env'), join(app, 'dist/env.js'));
  symlinkSync(join(folder, 'beside/pay.js.map'), join(app, 'maps/link.js.map'));
  symlinkSync(join(app, 'maps/pay.json'), join(app, 'maps/json.js.map'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the code whose map is read', () => {
  test.each(['app/dist/main.js', 'app/dist/main.mjs', 'app/.next/server/[root]__a1._.js'])(
    'is %s',
    (path) => {
      expect(appCode(join(folder, path), [app])).toBe(join(folder, path));
    },
  );

  test.each([
    ['a library', 'app/node_modules/lib/index.js'],
    ['a library through a symbolic link', 'app/dist/library.js'],
    ['a file that is not JavaScript', 'app/src/pay.ts'],
    ['another file through a symbolic link', 'app/dist/env.js'],
    ['a file outside', 'beside/other.js'],
    ['outside through ..', 'app/dist/../../beside/other.js'],
    ['outside through a symbolic link', 'app/dist/link.js'],
    ['a missing file', 'app/dist/gone.js'],
    ['a file with a NUL', 'app/dist/main.js\0.js'],
  ])('is not %s', (_why, path) => {
    expect(appCode(`${folder}/${path}`, [app])).toBeNull();
  });

  test('is not any file if the app runs in /', () => {
    const cwd = process.cwd();
    expect(appFolders('/srv/app/main.js')).toEqual([cwd, '/srv/app']);
    expect(appFolders('')).toEqual([cwd]);
    expect(appFolders('/main.js')).toEqual([cwd]);
    expect(appCode(join(app, 'dist/main.js'), [])).toBeNull();
  });

  test('is in the real folder of the main file, whatever link the app was started by', () => {
    symlinkSync(app, join(folder, 'current'));
    const folders = appFolders(join(folder, 'current/main.js'));
    expect(appCode(join(app, 'dist/main.js'), folders)).toBe(join(app, 'dist/main.js'));
  });
});

describe('a map', () => {
  test.each([
    ['beside the code', 'pay.js.map'],
    ['in another folder', '../maps/pay.js.map'],
    ['with an escape in its address', '../maps/p%61y.js.map?v=1'],
  ])('is read %s', (_where, url) => {
    expect(mapOf(codeWith('any', comment(url)))).toBe(MAP);
  });

  test('is read from the comment', () => {
    const base64 = Buffer.from(MAP).toString('base64');
    for (const url of [
      `data:application/json;base64,${base64}`,
      `data:application/json;charset=utf-8;base64,${base64}`,
      `data:application/json,${encodeURIComponent(MAP)}`,
    ])
      expect(mapOf(codeWith('inline', comment(url)))).toBe(MAP);
  });

  test('is named by the last comment, which may be far from the end of the code', () => {
    const rest = `/* license ${'x'.repeat(20_000)} */`;
    expect(mapOf(codeWith('far', `${comment('gone.map')}\n${comment('../maps/pay.js.map')}\n${rest}`))).toBe(
      MAP,
    );
    const long = Buffer.from(JSON.stringify({ x: 'y'.repeat(20_000) })).toString('base64');
    expect(mapOf(codeWith('long', comment(`data:application/json;base64,${long}`)))).toHaveLength(20_008);
    expect(mapOf(codeWith('css', `/*# sourceMappingURL=../maps/pay.js.map */`))).toBe(MAP);
  });

  test('is looked for beside the code if no comment names it, or one of another machine', () => {
    const code = write('app/dist/pay.js', 'pay();');
    expect(mapOf(code)).toBe(MAP);
    write('app/dist/pay.js', comment('https://cdn.example/pay.js.map'));
    expect(mapOf(code)).toBe(MAP);
  });

  test.each([
    ['outside', '../../beside/pay.js.map'],
    ['outside through a symbolic link', '../maps/link.js.map'],
    ['of another kind', '../maps/pay.json'],
    ['of another kind through a symbolic link', '../maps/json.js.map'],
    ['of another kind in the comment', `data:text/plain,${MAP}`],
    ['in a broken comment', 'data:application/json,%zz'],
    ['of the code itself', 'self.js'],
    ['on this machine', 'file:///etc/passwd'],
    ['with an absolute path', '/etc/passwd.map'],
    ['in a folder', '../maps'],
  ])('is not read %s', (_where, url) => {
    expect(mapOf(codeWith('refused', comment(url)))).toBe('');
  });

  test('is not read if it is too large, and neither is large code that contains it', () => {
    write('app/maps/large.js.map', 'x'.repeat(MAX + 1));
    expect(mapOf(codeWith('large', comment('../maps/large.js.map')))).toBe('');
    expect(mapOf(codeWith('inline-large', comment(`data:application/json,${'x'.repeat(MAX)}`)))).toBe('');
    expect(mapOf(codeWith('large-code', `${'x'.repeat(MAX)}\n${comment('../maps/pay.js.map')}`))).toBe(MAP);
  });

  test('is not waited for if it is a pipe', () => {
    execFileSync('mkfifo', [join(app, 'maps/pipe.js.map'), join(app, 'dist/pipe.js')]);
    expect(mapOf(codeWith('piped', comment('../maps/pipe.js.map')))).toBe('');
    expect(mapOf(join(app, 'dist/pipe.js'))).toBe('');
  });
});
