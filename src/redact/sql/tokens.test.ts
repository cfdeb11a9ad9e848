import { expect, test } from 'vitest';
import {
  alternativeQuoteEnd,
  bracketNameEnd,
  commentEnd,
  continuedAt,
  DIGIT,
  dollarTag,
  LETTER,
  numberEnd,
  placeholderEnd,
  SPACE,
  sqlFlags,
  versionedStart,
  wordEnd,
} from './tokens.ts';

test.each([
  ['letters', LETTER, 'AZaz_\u0080é\uffff'],
  ['digits', DIGIT, '09'],
  ['white space', SPACE, '\t\n\v\f\r '],
  ['neither', 0, '\b\u000e\u001f!/:@[^`{\u007f'],
])('%s', (_, flags, characters) => {
  for (const [at] of [...characters].entries()) expect(sqlFlags(characters, at)).toBe(flags);
  expect(sqlFlags(characters, characters.length)).toBe(0);
});

/** The part of `sql` from the first `at` characters on up to the end that is found. */
const part = (sql: string, at: number, end: number) => (end < 0 ? null : sql.slice(at, end));

test.each([
  ['users2 u', 'users2'],
  ['v$session.sid', 'v$session'],
  ['größe=1', 'größe'],
  ['a', 'a'],
  ['a$', 'a$'],
])('the word at the start of %s is %s', (sql, word) => {
  expect(part(sql, 0, wordEnd(sql, 0))).toBe(word);
});

test.each([
  ['42)', '42'],
  ['1.5e-3,', '1.5e-3'],
  ['1E+5 ', '1E+5'],
  ['1e+5', '1e+5'],
  ['0xFF_00;', '0xFF_00'],
  ['1-2', '1'],
  ['1+2', '1'],
  ['1e-x', '1e'],
  ['2f-3', '2f'],
  ['1d-3', '1d'],
  ['1e*3', '1e'],
  ['.5', '.5'],
])('the number at the start of %s is %s', (sql, number) => {
  expect(part(sql, 0, numberEnd(sql, 0))).toBe(number);
});

test.each([
  ['$1', '1'],
  ['$1)', '1'],
  ['$1234', '1234'],
  ['$12345', null],
  ['$12.50', null],
  ['$1a', null],
])('the number of the placeholder %s is %s', (sql, digits) => {
  expect(part(sql, 1, placeholderEnd(sql, 1))).toBe(digits);
});

test.each([
  ['$$a$$', '$$'],
  ['$fn_1$a$fn_1$', '$fn_1$'],
  ['$1$', ''],
  ['$a b$', ''],
  ['$a', ''],
  ['$', ''],
])('the tag of %s is %j', (sql, tag) => {
  expect(dollarTag(sql, 0)).toBe(tag);
  expect(dollarTag(`= ${sql}`, 2)).toBe(tag);
});

test.each([
  ['/* a */ b', '/* a */', '/* a */'],
  ['/**/*/', '/**/', '/**/'],
  ['/*/ a */ b', '/*/ a */', '/*/ a */'],
  ['/* /* a */ b */ c', '/* /* a */ b */', '/* /* a */'],
  ['/*/**/*/ c', '/*/**/*/', '/*/**/'],
  ['/* a /* b */ c', '/* a /* b */ c', '/* a /* b */'],
  ['/* a', '/* a', '/* a'],
])('the comment %s, nested and not', (sql, nested, flat) => {
  expect(part(sql, 0, commentEnd(sql, 0, true))).toBe(nested);
  expect(part(sql, 0, commentEnd(sql, 0, false))).toBe(flat);
});

test.each([
  ["'a'\n  'b'", 6],
  ["'a' -- c\n'b'", 9],
  ["'a'\n-- c\n -- d\n'b'", 15],
  ["'a' 'b'", -1],
  ["'a'\n, 'b'", -1],
  ["'a'\n- 'b'", -1],
  ["'a'\n", -1],
])('%j goes on at %i', (sql, next) => {
  expect(continuedAt(sql, 3)).toBe(next);
});

const LONGEST = 'a'.repeat(258);
test.each([
  ['[id]', '[id]'],
  ['[a]]b] c]', '[a]]b]'],
  ['[a]]]', '[a]]]'],
  ['[a]]', null],
  ['[a', null],
  [`[${LONGEST}]`, `[${LONGEST}]`],
  [`[${LONGEST}a]`, null],
])('the name in brackets of %s', (sql, name) => {
  expect(part(sql, 0, bracketNameEnd(sql, 0))).toBe(name);
  expect(part(`[x], ${sql}`, 5, bracketNameEnd(`[x], ${sql}`, 5))).toBe(name);
});

test.each([
  ['/*!50100 1', '/*!50100'],
  ['/*M!100201 1', '/*M!100201'],
  ['/*! 1', '/*!'],
  ['/* 1', ''],
  ['/*m! 1', ''],
])('the mark of the comment %s is %j', (sql, mark) => {
  expect(part(sql, 0, versionedStart(sql, 0))).toBe(mark);
  expect(part(`a ${sql}`, 2, versionedStart(`a ${sql}`, 2))).toBe(mark);
});

test.each([
  ["q'[it's]', 2", "q'[it's]'"],
  ["q'(it's)', 2", "q'(it's)'"],
  ["q'{it's}', 2", "q'{it's}'"],
  ["q'<it's>', 2", "q'<it's>'"],
  ["q'!it's!', 2", "q'!it's!'"],
  ["q']']', 2", "q']']'"],
  ["q'[]', 2", "q'[]'"],
  ["q'[it's", "q'[it's"],
  ["q'", "q'"],
])("the string of Oracle's %s is %s", (sql, string) => {
  expect(part(sql, 0, alternativeQuoteEnd(sql, 1))).toBe(string);
});
