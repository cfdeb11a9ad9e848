import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  oneOfParser,
  parseCountRange,
  parseDurationRange,
  parseMethod,
  parseStatus,
  parseToken,
  parseTrace,
} from './values.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const END = Number.MAX_SAFE_INTEGER;
const range = (from: number, to: number) => ({ value: { from, to } });
/** A parser that takes a text must not take it with something around it, or twice. */
const AROUND = (text: string) => [
  `x${text}`,
  `${text}x`,
  ` ${text}`,
  `${text}\n`,
  `${text}${text}`,
  `1${text}`,
];

describe('a status', () => {
  test.each([
    ['404', 404, 404],
    ['100', 100, 100],
    ['999', 999, 999],
    ['4xx', 400, 499],
    ['9XX', 900, 999],
    ['400-404', 400, 404],
    ['400..404', 400, 404],
    ['404..404', 404, 404],
    ['>404', 405, 999],
    ['>=404', 404, 999],
    ['<404', 0, 403],
    ['<=404', 0, 404],
  ])('%s is from %i to %i', (text, from, to) => {
    expect(parseStatus(text)).toEqual(range(from, to));
    for (const other of AROUND(text)) expect(parseStatus(other), other).toHaveProperty('message');
  });

  test.each([
    '',
    '4',
    '40',
    '4040',
    '099',
    '0xx',
    '4x',
    '4xxx',
    '400-',
    '400.404',
    '400-4',
    '40..404',
    '=404',
    '=>404',
  ])('%j is not one', (text) => {
    expect(parseStatus(text)).toHaveProperty('message', `"${text}" is not a valid HTTP status`);
  });

  test('says what may be meant', () => {
    expect(parseStatus('4')).toHaveProperty('fix', 'write 4xx');
    for (const text of ['6', '14', '41'])
      expect(parseStatus(text)).toHaveProperty('fix', 'write 404, 4xx, 400-499 or >=500');
    expect(parseStatus('500..400')).toEqual({
      message: '"500..400" starts after it ends',
      fix: 'write 400..500',
    });
    expect(parseStatus('500-400')).toHaveProperty('fix', 'write 400..500');
  });
});

describe('a range of durations', () => {
  test.each([
    ['>500ms', 500_001, END],
    ['>=500MS', 500_000, END],
    ['<2s', 0, 1_999_999],
    ['<=1.5s', 0, 1_500_000],
    ['<=20us', 0, 20],
    ['<=20µs', 0, 20],
    ['>=1m', 60e6, END],
    ['100ms..1s', 100_000, 1e6],
    ['1s..1s', 1e6, 1e6],
  ])('%s is from %i to %i', (text, from, to) => {
    expect(parseDurationRange(text)).toEqual(range(from, to));
    for (const other of AROUND(text)) {
      if (other !== `1${text}`) expect(parseDurationRange(other), other).toHaveProperty('message');
    }
  });

  test.each(['500', '>500', '>1.1234567s', '>1234567890ms', '1s-2s', '1s..', '..1s', '1s.2s', '> 1s'])(
    '%s is not one',
    (text) => {
      expect(parseDurationRange(text)).toEqual({
        message: `"${text}" is not a range of durations`,
        fix: 'write >500ms, <=2s or 100ms..1s',
      });
    },
  );

  test('says what may be meant', () => {
    expect(parseDurationRange('2S')).toHaveProperty('fix', 'write >2S or <2S');
    expect(parseDurationRange('2s..1s')).toHaveProperty('fix', 'write 1s..2s');
  });
});

describe('a count', () => {
  test.each([
    ['0', 0, 0],
    ['20', 20, 20],
    ['123456789', 123_456_789, 123_456_789],
    ['>20', 21, END],
    ['>=20', 20, END],
    ['<20', 0, 19],
    ['<=123456789', 0, 123_456_789],
    ['10..50', 10, 50],
    ['10-50', 10, 50],
    ['123456789..123456790', 123_456_789, 123_456_790],
  ])('%s is from %i to %i', (text, from, to) => {
    expect(parseCountRange(text)).toEqual(range(from, to));
    for (const other of [`x${text}`, `${text}x`, ` ${text}`, `${text} `]) {
      expect(parseCountRange(other), other).toHaveProperty('message');
    }
  });

  test.each(['', 'x', '1234567890', '>1234567890', '1..', '1.2', '..2', '1234567890..2', '-1', '1.5'])(
    '%j is not one',
    (text) => {
      expect(parseCountRange(text)).toEqual({
        message: `"${text}" is not a number or a range of numbers`,
        fix: 'write 20, >20, <=5 or 10..50',
      });
    },
  );

  test('an inverted range says how to write it', () => {
    expect(parseCountRange('50-10')).toHaveProperty('fix', 'write 10..50');
  });
});

test('a method has letters and dashes, in any case', () => {
  expect(parseMethod('get')).toEqual({ value: 'GET' });
  expect(parseMethod('M-SEARCH')).toEqual({ value: 'M-SEARCH' });
  expect(parseMethod('x'.repeat(32))).toEqual({ value: 'X'.repeat(32) });
  for (const text of ['', '-get', 'ge t', 'get!', '!get', 'get1', 'x'.repeat(33)])
    expect(parseMethod(text)).toEqual({
      message: `"${text}" is not a valid HTTP method`,
      fix: 'write a method such as GET, or several as GET,POST',
    });
});

test('a trace is its 32 digits, or a whole traceparent', () => {
  for (const text of [TRACE, TRACE.toUpperCase(), `00-${TRACE}-00f067aa0ba902b7-01`, `00-${TRACE}`])
    expect(parseTrace(text)).toEqual({ value: TRACE });
  for (const text of [
    '',
    TRACE.slice(1),
    `${TRACE}0`,
    `0-${TRACE}`,
    `x${TRACE}`,
    `${TRACE}-00f067aa0ba902b7`,
  ])
    expect(parseTrace(text)).toEqual({
      message: `"${text}" is not a valid trace ID`,
      fix: 'write its 32 hex digits or the whole traceparent',
    });
});

test('a token has 6, 8 or 12 digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-fA-F]{1,14}$/), (text) => {
      const isToken = [6, 8, 12].includes(text.length);
      expect('value' in parseToken(text)).toBe(isToken);
    }),
  );
  expect(parseToken('3FA2C1')).toEqual({ value: '3fa2c1' });
  expect(parseToken('3fa2c1a5c012')).toEqual({ value: '3fa2c1a5c012' });
  for (const text of ['3fa2cg', 'x3fa2c1', '3fa2c1x', ' 3fa2c1', '3fa2c1 '])
    expect(parseToken(text)).toEqual({
      message: `"${text}" is not a valid token`,
      fix: 'write its 6, 8 or 12 hex digits, such as 3fa2c1',
    });
});

test('one of some words, in any case', () => {
  const parse = oneOfParser(['main', 'error', 'job']);
  expect(parse('Main')).toEqual({ value: 'main' });
  expect(parse('eror')).toEqual({ message: '"eror" is not one of main, error, job', fix: 'write error' });
  expect(parse('xyz')).toHaveProperty('fix', 'write main or error or job');
});
