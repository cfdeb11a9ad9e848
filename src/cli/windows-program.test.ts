import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsInCmd, commandLinesInCmd } from '../../test/support/cmd.ts';
import { windowsProgram } from './windows-program.ts';

const ENV = {
  PATH: 'C:\\Program Files\\nodejs;C:\\shop\\node_modules\\.bin',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  ComSpec: 'C:\\Windows\\system32\\cmd.exe',
};
const FILES = new Set([
  'C:\\Program Files\\nodejs\\node.EXE',
  'C:\\Program Files\\nodejs\\npm.CMD',
  'C:\\shop\\node_modules\\.bin\\next.CMD',
  'C:\\my tools\\start.cmd',
]);
const isFile = (path: string) => FILES.has(path);
const variables = { PATH: 'expanded', OS: 'expanded' };

/** What the program gets, after cmd.exe has read the line, and a batch file its arguments once more. */
function received(command: string, args: readonly string[], isBatch: boolean): string[] {
  const program = windowsProgram(command, args, ENV, isFile);
  expect(program.options).toEqual({ windowsVerbatimArguments: true });
  expect([program.file, ...program.args.slice(0, 3)]).toEqual([ENV.ComSpec, '/d', '/s', '/c']);
  const line = program.args[3] ?? '';
  expect(line).toMatch(/^".*"$/s);
  const [first = ''] = commandLinesInCmd(line.slice(1, -1), { variables });
  // Inside of a batch file, the values of its arguments are not searched for variables.
  return (
    argumentsInCmd(isBatch ? first : line.slice(1, -1), { variables: isBatch ? {} : variables })[0] ?? []
  );
}

test('a program is started without a shell, with its arguments as they are', () => {
  const args = ['my app.js', '--name=a&b', '%PATH%'];
  expect(windowsProgram('node', args, ENV, isFile)).toEqual({
    file: 'C:\\Program Files\\nodejs\\node.EXE',
    args,
  });
});

const ARGS = [
  'start',
  'my app.js',
  'a&b',
  'c|d > e',
  '%PATH%',
  'say "hi"',
  'C:\\ends\\',
  '^',
  '',
  '(x)',
  '!OS!',
];

test.each([
  ['npm', true],
  ['next', true],
  ['a-command-of-the-shell', false],
])('the arguments of %s reach it through cmd.exe', (command, isBatch) => {
  expect(received(command, ARGS, isBatch)).toEqual([command, ...ARGS]);
});

test('any argument reaches a batch file', () => {
  fc.assert(
    fc.property(fc.array(fc.string().filter((text) => !/[\r\n\0]/.test(text))), (args) => {
      expect(received('npm', args, true)).toEqual(['npm', ...args]);
    }),
  );
});

test('a path with spaces and slashes is a command', () => {
  const { args } = windowsProgram('C:/my tools/start.cmd', [], ENV, isFile);
  expect(args[3]).toBe('"C:\\my^ tools\\start.cmd"');
});

describe('what test/support/cmd.ts takes for the rules of cmd.exe', () => {
  const values = { PATH: 'C:\\Windows', A: '" & calc & "' };
  const run = (text: string) => argumentsInCmd(text, { variables: values });

  test.each([
    ['a "b c" d\\e', [['a', 'b c', 'd\\e']]],
    ['a "\\"" \\\\"b\\\\" "c\\\\\\"d"', [['a', '"', '\\b\\', 'c\\"d']]],
    ['a "b""c" ""', [['a', 'b"c', '']]],
    ['a %PATH% "%path:~0,1%" %B% 5%', [['a', 'C:\\Windows', 'C:\\Windows', '%B%', '5%']]],
    ['a ^%^PATH^%', [['a', '%PATH%']]],
    ['a "b&c" ^& d & e', [['a', 'b&c', '&', 'd'], ['e']]],
    ['a ^\n  b\nrem c & d\ne', [['a', 'b'], ['e']]],
  ])('%j', (text, calls) => {
    expect(run(text)).toEqual(calls);
  });

  test('run what is not escaped', () => {
    expect(run('curl "%A%"')).toEqual([['curl', ''], ['calc'], ['']]);
    expect(() => run('a > b')).toThrow('acts on >');
  });
});
