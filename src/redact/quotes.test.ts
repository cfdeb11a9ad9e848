import { describe, expect, test } from 'vitest';
import { Source } from './characters.ts';
import { bracketedEnd, closingQuote, joinedEnd, parenthesizedEnd, quoteAt, quotedEnd } from './quotes.ts';

/** What is found from the first quote on, with the backslashes before it. */
function quoted(text: string, find: typeof quotedEnd = quotedEnd, limit?: number): string {
  const from = text.search(/\\*["'`]/);
  const source = new Source(text);
  return text.slice(from, find(source, from, quoteAt(source, from), limit));
}

test('finds a quote, also after backslashes', () => {
  expect(quoteAt(new Source('\\\\"a'), 0)).toBe(2);
  expect(quoteAt(new Source("a'"), 1)).toBe(1);
  expect(quoteAt(new Source('\\a"'), 0)).toBe(-1);
  expect(quoteAt(new Source('a'), 1)).toBe(-1);
});

describe('a quoted text', () => {
  test.each([
    ['x = "a b" c', '"a b"'],
    ["x = 'a \" b' c", "'a \" b'"],
    ['x = "" b"', '""'],
    ['x = "a""b" c', '"a""b"'],
    ["x = 'it''s' c", "'it''s'"],
    ["x = ''", "''"],
    ["x = '' 'b'", "''"],
    ["x = 'a'' b", "'a'' b"],
    ['x = "a', '"a'],
    // A backslash escapes a quote, two of them are a backslash, if a value can end there.
    ['["a \\"b\\" c", 1]', '"a \\"b\\" c"'],
    ['["a\\"]', '"a\\"]'],
    ['["a\\\\", "b"]', '"a\\\\"'],
    ['["a\\\\","b"]', '"a\\\\"'],
    ['["a\\\\",b"]', '"a\\\\",b"'],
    ['["a\\\\",[1]]', '"a\\\\"'],
    ['["a\\\\",\\"b"]', '"a\\\\"'],
    ['["a\\\\"]', '"a\\\\"'],
    ['("a\\\\")', '"a\\\\"'],
    ['"a\\\\"\nb', '"a\\\\"'],
    ['"a\\\\"', '"a\\\\"'],
    ['"a\\\\";"', '"a\\\\";"'],
    ['"a\\\\" b"', '"a\\\\" b"'],
    ['"a\\\\"}', '"a\\\\"'],
    // Inside of JSON in a string.
    ['x \\"a b\\" c', '\\"a b\\"'],
    ['x \\"a \\\\\\"b\\\\\\" c\\" d', '\\"a \\\\\\"b\\\\\\" c\\"'],
    ['x \\"a" b', '\\"a"'],
    ['x \\"a \\\\\\\\\\" b', '\\"a \\\\\\\\\\"'],
    ['x \\"a\\"\\" b', '\\"a\\"'],
    // Triple quotes.
    ['x = """a "b" c""" d"', '"""a "b" c"""'],
    ['x = """a', '"""a'],
    ['x \\"\\"\\"a \\"b\\" c\\"\\"\\" d', '\\"\\"\\"a \\"b\\" c\\"\\"\\"'],
    ["x = '''a' b'''", "''"],
  ])('ends at its own quote: %s', (text, found) => {
    expect(quoted(text)).toBe(found);
  });

  test('ends at the limit', () => {
    expect(quoted('"abc" d', quotedEnd, 3)).toBe('"ab');
    expect(quoted('"abc" d', quotedEnd, 4)).toBe('"abc');
    expect(quoted('"abc" d', quotedEnd, 5)).toBe('"abc"');
    expect(quoted('"a"" b', quotedEnd, 3)).toBe('"a"');
    expect(quoted('"""abc""" d', quotedEnd, 6)).toBe('"""abc');
  });

  test('ends at the end of its line, if it should', () => {
    const find = (text: string) => closingQuote(new Source(text), 0, 0, true);
    expect(find('"a b" c')).toBe(4);
    expect(find('"a b\nc" d')).toBe(4);
    expect(find('"a b')).toBe(4);
    expect(closingQuote(new Source('"a\nb"'), 0, 0, false)).toBe(4);
  });
});

test.each([
  ["x: 'a\\n' +\n    'b', c", "'a\\n' +\n    'b'"],
  ["x: 'a' + 'b' +\n 'c' d", "'a' + 'b' +\n 'c'"],
  ["x: 'a' + b", "'a'"],
  ["x: 'a' - 'b'", "'a'"],
  ["x: 'a'+'b'", "'a'+'b'"],
  ['x: \\"a\\" + \\"b\\" c', '\\"a\\" + \\"b\\"'],
])('joins the lines of util.inspect: %s', (text, found) => {
  expect(quoted(text, joinedEnd)).toBe(found);
});

test('joins lines up to the limit', () => {
  expect(quoted("'a' + 'b' + 'c'", joinedEnd, 9)).toBe("'a' + 'b'");
  expect(quoted("'a' + 'b' + 'c'", joinedEnd, 6)).toBe("'a'");
  expect(quoted("'a' + 'b' + 'c'", joinedEnd, 7)).toBe("'a' + '");
});

test.each([
  ['{ a: [1, 2] } b', '{ a: [1, 2] }'],
  ["{ a: '}' } b", "{ a: '}' }"],
  ['[\\"]\\", 1] b', '[\\"]\\", 1]'],
  ['[[]] b', '[[]]'],
  ['[\\[\\]\\] b', '[\\[\\]\\]'],
  ['{ a', '{ a'],
  ['[', '['],
])('the brackets at the start of %s', (text, found) => {
  expect(text.slice(0, bracketedEnd(new Source(text), 0))).toBe(found);
});

test.each([
  ['(a, (b)) c', '(a, (b))'],
  ['(")") b', '(")")'],
  ["(')', '(') b", "(')', '(')"],
  ['(\\")\\") b', '(\\")\\")'],
  ['(()) b', '(())'],
  ['(a', '(a'],
])('the parentheses at the start of %s', (text, found) => {
  expect(text.slice(0, parenthesizedEnd(new Source(text), 0))).toBe(found);
});
