import { expect, test } from 'vitest';
import { matchEnd } from '../text/characters.ts';
import {
  alternativeQuoteEnd,
  BRACKET_NAME,
  COMPARED,
  CONTINUED,
  commentEnd,
  DOLLAR_TAG,
  NUMBER,
  PLACEHOLDER,
  VERSIONED,
  WORD,
} from './tokens.ts';

/** The part of `sql` that a pattern matches at a place, or that ends at another one. */
const part = (sql: string, at: number, end: number) => (end < 0 ? null : sql.slice(at, end));
const match = (pattern: RegExp, sql: string, at = 0) => part(sql, at, matchEnd(pattern, sql, at));

test.each([
  ['users2 u', 'users2'],
  ['v$session.sid', 'v$session'],
  ['größe=1', 'größe'],
  ['a', 'a'],
  ['a$', 'a$'],
])('the word at the start of %s is %s', (sql, word) => {
  expect(match(WORD, sql)).toBe(word);
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
  expect(match(NUMBER, sql)).toBe(number);
});

test.each([
  ['$1', '1'],
  ['$1)', '1'],
  ['$1234', '1234'],
  ['$12345', null],
  ['$12.50', null],
  ['$1a', null],
])('the number of the placeholder %s is %s', (sql, digits) => {
  expect(match(PLACEHOLDER, sql, 1)).toBe(digits);
});

test.each([
  ['$$a$$', '$$'],
  ['$fn_1$a$fn_1$', '$fn_1$'],
  ['$1$', null],
  ['$a b$', null],
  ['$a', null],
  ['$', null],
])('the tag of %s is %j', (sql, tag) => {
  expect(match(DOLLAR_TAG, sql)).toBe(tag);
  expect(match(DOLLAR_TAG, `= ${sql}`, 2)).toBe(tag);
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
  expect(matchEnd(CONTINUED, sql, 3)).toBe(next);
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
  expect(match(BRACKET_NAME, sql)).toBe(name);
  expect(match(BRACKET_NAME, `[x], ${sql}`, 5)).toBe(name);
});

test.each([
  ['/*!50100 1', '/*!50100'],
  ['/*M!100201 1', '/*M!100201'],
  ['/*! 1', '/*!'],
  ['/* 1', null],
  ['/*m! 1', null],
])('the mark of the comment %s is %j', (sql, mark) => {
  expect(match(VERSIONED, sql)).toBe(mark);
  expect(match(VERSIONED, `a ${sql}`, 2)).toBe(mark);
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

test.each([
  [' = ?', true],
  ['=$1', true],
  [' >= :id', true],
  [' <> @p0', true],
  [' != 7', true],
  [" ~ '^a'", true],
  [' IS NULL', true],
  [' is not null', true],
  [' IN (?, ?)', true],
  [' IN((1))', true],
  [' NOT IN ( $1 )', true],
  ['\n  not   like ?', true],
  [' ILIKE ?', true],
  [" GLOB '*.js'", true],
  [' BETWEEN 1 AND 9', true],
  // Otherwise it may be a value itself.
  [' = name', false],
  [' = "name"', false],
  [' IN (SELECT id FROM t)', false],
  [' BETWEEN a AND b', false],
  [' NOT ?', false],
  [' NOT NOT IN ?', false],
  [' OR ?', false],
  [' LIKELY ?', false],
  [', ?', false],
  [' ?', false],
  [' =', false],
  ['', false],
])('after a name, %j shows that it is compared to a value: %s', (sql, isCompared) => {
  expect(matchEnd(COMPARED, `"a"${sql}`, 3) > 0).toBe(isCompared);
});
