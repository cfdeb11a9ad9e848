import { describe, expect, test } from 'vitest';
import { Source } from './characters.ts';
import { inspectedEnd, lineEnd, startsInspected, startsValue } from './inspected.ts';
import { createRedaction } from './redaction.ts';

/** The inspected value at the start of a text, and in the middle of one. */
function inspected(text: string): string | null {
  const end = inspectedEnd(new Source(text), 0);
  const later = inspectedEnd(new Source(`v: ${text}`), 3);
  expect(later).toBe(end < 0 ? end : end + 3);
  return end < 0 ? null : text.slice(0, end);
}

const BYTES = '61 '.repeat(40);
describe('an inspected value', () => {
  test.each([
    ["{ a: '}' } b", "{ a: '}' }"],
    ['[ 1, 2 ] b', '[ 1, 2 ]'],
    ["Token { a: 'x y' } b", "Token { a: 'x y' }"],
    ["[Object: null prototype] { a: 'x' } b", "[Object: null prototype] { a: 'x' }"],
    ["[A] [B] { a: 'x' } b", "[A] [B] { a: 'x' }"],
    ['{ a: 1 } { b: 2 }', '{ a: 1 }'],
    ["Map(1) { 'a' => 'b' } c", "Map(1) { 'a' => 'b' }"],
    ['Some("a b") c', 'Some("a b")'],
    ["Some('a') { b } c", "Some('a') { b }"],
    ['Some([1]) c', 'Some([1])'],
    ['Some(\\"a\\") c', 'Some(\\"a\\")'],
    ["<ref *1> Token { a: 'x' } b", "<ref *1> Token { a: 'x' }"],
    ['<ref *1> [ 1 ] b', '<ref *1> [ 1 ]'],
    ['<Buffer 61 62> b', '<Buffer 61 62>'],
    ['<Buffer 61>', '<Buffer 61>'],
    ['<ref *1>x{ a } b', '<ref *1>'],
    ['[A]x{ b } c', '[A]'],
    [`<ref ${'a'.repeat(58)}> { b } c`, `<ref ${'a'.repeat(58)}> { b }`],
    ['<Buffer 61> (1)', '<Buffer 61>'],
    [`<Buffer ${BYTES}> b`, `<Buffer ${BYTES}>`],
    [`<Buffer ${BYTES}`, `<Buffer ${BYTES}`],
    ['<[Object: null prototype] {}> { a: 1 } b', '<[Object: null prototype] {}> { a: 1 }'],
    ['Token <[Object: null prototype] {}> { a: 1 } b', 'Token <[Object: null prototype] {}> { a: 1 }'],
    ['Token <A B> { a } <C D> { e }', 'Token <A B> { a }'],
    ['Map(1) <A B> { a } c', 'Map(1) <A B> { a }'],
  ])('is found in %s', (text, found) => {
    expect(inspected(text)).toBe(found);
    expect(startsInspected(new Source(`v: ${text}`), 3)).toBe(true);
  });

  test.each([
    'token b',
    'Token',
    'Token{ a }',
    'Token  { a }',
    'Some( a)',
    'Some()',
    '<b>bold</b>',
    '<',
    `<ref ${'a'.repeat(59)}> { b }`,
    '<=a b>',
    'Token={ a }',
    'Token <A B>x{ a }',
    'Token <b> { a }',
    'Token <A B>{ a }',
    'Token <A B> a',
    'Token a <A B> { c }',
    '(a)',
    '',
  ])('is not found in %s', (text) => {
    expect(inspected(text)).toBeNull();
    expect(startsInspected(new Source(`v: ${text}`), 3)).toBe(false);
  });
});

const STACK = '\n    at run (app.js:1:2)\n    at async main (app.js:3:4)';
describe('an error', () => {
  test.each([
    [`Error: a b${STACK}\nnext line`, `Error: a b${STACK}`],
    [`TypeError: a${STACK} {\n  code: 'x'\n} next`, `TypeError: a${STACK} {\n  code: 'x'\n}`],
    [`MyException: a\nb${STACK}\nnext`, `MyException: a\nb${STACK}`],
    ['UnhandledPromiseRejection: a b\nnext', 'UnhandledPromiseRejection: a b'],
    ['Error\nnext', 'Error'],
    ['Error: a\n    at x\nother\n    at y', 'Error: a\n    at x'],
    ['Error a\nnext', 'Error a'],
    ['Error: a { b: 1 } c\nnext', 'Error: a { b: 1 } c'],
    [`Error: ${'a'.repeat(245)}\nb\n    at x\nc`, `Error: ${'a'.repeat(245)}`],
    [`Error: ${'a'.repeat(244)}\nb\n    at x\nc`, `Error: ${'a'.repeat(244)}\nb\n    at x`],
  ])('is found with its stack: %j', (text, found) => {
    expect(inspected(text)).toBe(found);
    expect(startsInspected(new Source(`v: ${text}`), 3)).toBe(true);
  });

  test.each([
    'Errors: a',
    'Error, a',
    'error: a',
    'Errand: a',
    'ErrorRun: a',
    'Mirror: a',
    'or: a',
    'Exceptions: a',
    'MyError',
  ])('is not found in %s', (text) => {
    expect(inspected(text)).toBeNull();
  });
});

test('an object before the name is not its own', () => {
  expect(inspectedEnd(new Source('a { } Token b'), 6)).toBe(-1);
});

test('the end of a line', () => {
  expect(lineEnd('a\nb\nc', 2)).toBe(3);
  expect(lineEnd('a\nb', 2)).toBe(3);
});

test.each([
  ['"a"', true],
  ['\\"a', true],
  ['7', true],
  ['/a', true],
  ['{ a', true],
  ['Token { a }', true],
  ['a b', false],
  [' a', false],
  ['', false],
])('a value starts in %j: %s', (text, starts) => {
  expect(startsValue(new Source(text), 0)).toBe(starts);
  expect(startsValue(new Source(`v: ${text}`), 3)).toBe(starts);
});

test('hides the bytes of a buffer that other words follow', () => {
  expect(createRedaction().text('token: <Buffer 68 75 6e 74> of jo')).toBe('token: *** of jo');
});
