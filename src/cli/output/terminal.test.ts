import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { statusStyle, terminalOf } from './terminal.ts';

test('only a terminal has a width', () => {
  const stream = (isTTY: boolean, columns?: number) => ({ isTTY, columns }) as NodeJS.WriteStream;
  expect(terminalOf(stream(true, 132)).columns).toBe(132);
  expect(terminalOf(stream(true, 0)).columns).toBe(80);
  expect(terminalOf(stream(true)).columns).toBe(80);
  expect(terminalOf(stream(false, 132)).columns).toBeNull();
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ NO_COLOR: '1' }, false],
])('a pipe with %j has colours: %s', (env, expected) => {
  const module = new URL('./terminal.ts', import.meta.url).href;
  const script = `const { terminalOf } = await import('${module}'); process.stdout.write(terminalOf(process.stdout).style('red', 'x'))`;
  const { PATH } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH, TERM: 'xterm-256color', ...env },
  });
  expect(stdout).toBe(expected ? '\u001b[31mx\u001b[39m' : 'x');
});

test('a status has the colour of its class', () => {
  expect([0, 200, 302, 404, 500].map(statusStyle)).toEqual(['dim', 'green', 'blue', 'yellow', 'red']);
});
