import { expect, test } from 'vitest';
import { Source } from './characters.ts';
import { blockEnd, nestedEnd } from './yaml-block.ts';

test.each([
  ['key: |\n  a\n  b\nnext: 1', '|\n  a\n  b'],
  ['key: >-\n  a\n\n  b\nnext', '>-\n  a\n\n  b'],
  ['  key: |2\n    a\n   b\n  next', '|2\n    a\n   b'],
  ['key: |+1\n  a', '|+1\n  a'],
  ['key: |  \t\n  a\n', '|  \t\n  a'],
  ['key: |\r\n  a\r\nnext', '|\r\n  a\r'],
  ['key: |\n\ta\n b\nc', '|\n\ta\n b'],
  ['x:\n  key: |\n   a\n  b\n   c', '|\n   a'],
  ['key: |\n\n\n  a\nb', '|\n\n\n  a'],
  ['key: |\n  a\n \n\nb', '|\n  a\n \n'],
  ['key: |\nnext', '|\n'],
  ['  key: |\n  next', '|\n'],
  ['key: | a\n  b', null],
  ['key: |abc\n  b', null],
  ['key: |-+1\n  b', null],
  ['key: |-', null],
])('the block in %j', (text, block) => {
  const from = text.search(/[|>]/);
  const end = blockEnd(new Source(text), from);
  expect(end < 0 ? null : text.slice(from, end)).toBe(block);
  expect(blockEnd(new Source(text), 0)).toBe(-1);
});

test.each([
  ['key:\n  a\n  b\nnext', '\n  a\n  b'],
  ['key:\n  a: 1\n  b:\n    c\n', '\n  a: 1\n  b:\n    c'],
  ['  - key:\n      a\n   b\n  - c', '\n      a\n   b'],
  ['-key:\n  a', '\n  a'],
  ['key:\n a\nb', '\n a'],
  ['x: 1\n  key:\n    a\nb', '\n    a'],
  ['"key":\n  a', '\n  a'],
  ["- 'key':\n  a\nb", '\n  a'],
  ['x: 1\nkey:\n  a\nb', '\n  a'],
  ['key:\n\n  a\nb', '\n\n  a'],
  ['x key:\n  a', null],
  ['1: key:\n  a', null],
  ['key:\nb', null],
  ['  key:\n  b', null],
  ['  key:\n b', null],
  ['key:\n    at run (a.js:1:2)', null],
  ['key:\n  attic', '\n  attic'],
  ['key:\n', null],
])('the lines below the key in %j', (text, lines) => {
  const nameStart = text.indexOf('key');
  const newline = text.indexOf('\n', nameStart);
  const end = nestedEnd(new Source(text), nameStart, newline);
  expect(end < 0 ? null : text.slice(newline, end)).toBe(lines);
});
