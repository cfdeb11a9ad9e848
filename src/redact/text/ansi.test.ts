import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripAnsi } from './find-secrets.ts';

test.each([
  ['plain', 'plain'],
  ['\u001b[31mred\u001b[0m text', 'red text'],
  ['a\u001b[1;31mb', 'ab'],
  ['a\u001b[@b\u001b[~c', 'abc'],
  ['a\u001b[?25lb', 'ab'],
  ['a\u001bb', 'ab'],
  ['a\u001b\u001b[0mb', 'ab'],
  ['\u001b[31', ''],
  ['a\u001b', 'a'],
  ['a\u001b[', 'a'],
  // In JSON and in inspected objects.
  ['pass\\u001b[0mword', 'password'],
  ['pass\\u001B[1;31Mword', 'password'],
  ['pass\\\\x1b[0mword', 'password'],
  ['pass\\x1B[mword', 'password'],
  ['a\\x1b[31', 'a\\x1b[31'],
  ['a\\x1b[?b', 'a\\x1b[?b'],
  ['ax1b[0mb', 'ax1b[0mb'],
  ['a\\b x1b[0mb', 'a\\b x1b[0mb'],
])('%j without escape sequences is %j', (text, plain) => {
  expect(stripAnsi(text)).toBe(plain);
});

test('colours can be anywhere', () => {
  const colour = fc.constantFrom('\u001b[0m', '\u001b[38;5;196m', '\\x1b[0m', '\\\\u001b[1;4m');
  const word = fc.stringMatching(/^[a-z =:"]*$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, colour)), (pieces) => {
      expect(stripAnsi(pieces.flat().join(''))).toBe(pieces.map(([text]) => text).join(''));
    }),
  );
});
