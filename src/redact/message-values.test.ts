import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutMessageValues } from './message-values.ts';

const strip = (message: string) => withoutMessageValues(message, 160);

test.each([
  ["Cannot read properties of undefined (reading 'id')", 'Cannot read properties of undefined (reading …)'],
  ["ENOENT: no such file or directory, open '/srv/a b.txt'", 'ENOENT: no such file or directory, open …'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED …'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED …'],
  [`Unexpected token 'h', ..."{"a": hello"... is not valid JSON`, 'Unexpected token … is not valid JSON'],
  ['Key (email)=(ana@shop.example) already exists.', 'Key (email)=(…) already exists.'],
  ['id=42 name=ana', 'id=… name=…'],
  ['must be >= minimum', 'must be >= minimum'],
  ['Not one of 1, 2, 3', 'Not one of …'],
  ['Validation failed: {"a":[1,{"b":"]"}]} of {"c', 'Validation failed: … of …'],
  ["Can't use the users' list", "Can't use the users' list"],
  ["No user 'O'Brien' here", 'No user … here'],
  ['Marker 5, Decimal 10, and/or application/json', 'Marker …, Decimal …, and/or application/json'],
  ['\u001b[31mred\u001b[39m\n\t text\u0000', 'red text'],
  ['Bearer *** rejected', 'Bearer … rejected'],
  ['Привет, 42 😀', 'Привет, … 😀'],
  ['', ''],
])('%j has the words %j', (message, words) => {
  expect(strip(message)).toBe(words);
});

const hex = (size: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: size, maxLength: size })
    .map((all) => all.join(''));
const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const inner = fc.string({ unit: fc.constantFrom(...'abc xyz-12,;{}[]()@é') });
const VALUES: Record<string, fc.Arbitrary<string>> = {
  integer: fc.integer().map(String),
  decimal: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
  duration: fc.tuple(fc.nat(), fc.constantFrom('ms', 's', 'm', 'KB', '%')).map((parts) => parts.join('')),
  uuid: fc.uuid(),
  hash: fc.oneof(hex(8), hex(24), hex(40), hex(64)),
  'prefixed id': hex(24).map((id) => `ord_${id}`),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  'ISO date': instant.map((date) => date.toISOString()),
  'day and time': instant.map((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
  'date in words': instant.map((date) => date.toString()),
  'date of HTTP': instant.map((date) => date.toUTCString()),
  'US date': instant.map((date) => date.toLocaleString('en-US')),
  email: fc.emailAddress().filter((email) => /^[\w.]+@/.test(email)),
  url: fc.webUrl({ withQueryParameters: true }).filter((url) => !/['()]|[.:!?]$/.test(url)),
  path: fc.array(hex(4), { minLength: 1, maxLength: 5 }).map((names) => `/${names.join('/')}.txt`),
  'Windows path': hex(6).map((name) => `C:\\data\\${name}.txt`),
  quoted: inner.map((text) => `"${text}"`),
  'quoted in apostrophes': inner.map((text) => `'${text}'`),
  'quoted in backticks': inner.map((text) => `\`${text}\``),
  JSON: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify({ value: [value] })),
};
const word = fc.constantFrom(
  'order',
  'not',
  'found',
  'Timeout',
  'in',
  'row',
  "can't",
  'column',
  'of',
  'user',
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

test.each(Object.entries(VALUES))('the same message with another %s has the same words', (_, value) => {
  fc.assert(
    fc.property(
      words,
      words,
      value,
      value,
      fc.constantFrom(' ', ': ', ' (', ' <'),
      (before, after, a, b, mark) => {
        const [first, second] = [a, b].map((text) => strip(`${before}${mark}${text} ${after}`));
        expect(first).toBe(second);
        expect(first).toBe(`${before}${mark}… ${after}`);
      },
    ),
    { numRuns: 300 },
  );
});

test('messages with other words differ', () => {
  fc.assert(
    fc.property(words, words, fc.integer(), (a, b, n) => {
      fc.pre(a !== b);
      expect(strip(`${a} ${n}`)).not.toBe(strip(`${b} ${n}`));
    }),
  );
});

test('what comes out is short, on one line, and has no lone surrogate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (message) => {
      const text = strip(message);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\p{Cc}/u);
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('takes time in proportion to the length of a message', () => {
  const pieces = [
    ...['"', "'", '`', '“', '[', '{', '(', '.', ':', '::', '…', ' ', '=', '/', '\\', '-', '\u001b['],
    ...[
      'a',
      '1',
      '1,',
      'a=',
      'a/',
      'a:',
      'a.',
      "'a",
      "'a ",
      '"a" ',
      '[a]',
      '{[',
      '\\"',
      '1-',
      '😀',
      '\ud800',
    ],
    ...['Jan ', 'Mon, ', '12:34 ', 'Sat Nov 14 2026 ', 'http:', 'a@', '***', '‘a’b', 'deadbeef'],
  ];
  const time = (message: string) => {
    const start = performance.now();
    strip(message);
    return performance.now() - start;
  };
  for (const piece of pieces) {
    const message = (length: number) => `${piece.repeat(length / piece.length)}x`;
    time(message(65_536));
    const best = Math.min(...[1, 2, 3].map(() => time(message(65_536))));
    // Quadratic time would be seconds.
    expect(best, JSON.stringify(piece)).toBeLessThan(400);
  }
});
