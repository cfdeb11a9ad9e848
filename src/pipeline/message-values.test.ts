import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../test/support/linear.ts';
import { isId, withoutMessageValues } from './message-values.ts';

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

test.each([
  // Addresses and paths contain marks that end other words.
  ['see https://h/a?x=b&y=c,d;e end', 'see … end'],
  ['see HTTPS://H/a,b end', 'see … end'],
  ['see git+ssh://h/a,b end', 'see … end'],
  ['open /a,b failed', 'open … failed'],
  ['open ./a,b failed', 'open … failed'],
  ['open ../a,b failed', 'open … failed'],
  ['open ~/a,b failed', 'open … failed'],
  ['open C:\\a,b failed', 'open … failed'],
  ['open (/srv/a) or <https://h/a>', 'open (…) or <…>'],
  ['a / b', 'a / b'],
  ['at a/1 and a1/b and a/b/c', 'at … and … and …'],
  ['and/or text/plain', 'and/or text/plain'],
  // What is in quotes and brackets.
  ["'a\\'b' end", '… end'],
  ["'' end", '… end'],
  ["'a'é b' end", '… end'],
  ["'a'1 b' end", '… end'],
  ['‘O’Brien’ end', '… end'],
  ['“a” and «b» and `c`', '… and … and …'],
  ['say "hi"there', 'say …there'],
  ["say 'hi there", "say 'hi there"],
  ["'a''b' end", '… end'],
  ['x {"a":"}"} end', 'x … end'],
  ['x {"a":"\\"}"} end', 'x … end'],
  ['x [1,{"b":"]"}] end', 'x … end'],
  ['x {a: [b]} end', 'x … end'],
  ['x {a end', 'x …'],
  // Values in a row are one.
  ['1 | 2 / 3 & 4 - 5; 6: 7. 8 end', '… end'],
  ['1 and 2', '… and …'],
  ['id=42 is wrong', 'id=… is wrong'],
  ['= a (b) =c', '= a (b) =c'],
  // Numbers.
  ['costs $5.00, €5, £5, #5, ~5, +5, -5 or .5 now', 'costs … or … now'],
  ['Int32Array is not sha256', 'Int…Array is not sha…'],
  ['Order 12! Is 7? No: 8.', 'Order …! Is …? No: ….'],
  // Network addresses.
  ['at fe80::1%eth0 end', 'at … end'],
  ['at 2001:DB8::ff end', 'at … end'],
  ['at a:b end', 'at a:b end'],
  ['at x::y end', 'at x::y end'],
  ['mail ana@host end', 'mail … end'],
  ['a…b end', '… end'],
  ['a***b end', '… end'],
  ['order-9f8a7b6c5d end', '… end'],
  // What V8 says of text that is not JSON.
  ["Unexpected token 'x' here", 'Unexpected token … here'],
  ['12 is not valid JSON', '… is not valid JSON'],
  // Dates and times in words.
  ['since Saturday, 14 November 2026 end', 'since … end'],
  ['since Nov 14, 2026, 9:05 end', 'since … end'],
  ['since 9:05:07 AM end', 'since … end'],
  ['since 9:05 PM end', 'since … end'],
  ['May be, March on', 'May be, March on'],
  ['  two   spaces  ', 'two spaces'],
])('the words of %j are %j', (message, expected) => {
  expect(strip(message)).toBe(expected);
});

test('is cut to its length, with a mark', () => {
  expect(withoutMessageValues('abcdefghij', 10)).toBe('abcdefghij');
  expect(withoutMessageValues('abcdefghijk', 10)).toBe('abcdefghi…');
  expect(withoutMessageValues('abcde fghij klm', 10)).toBe('abcde fgh…');
  expect(strip('x'.repeat(64))).toBe('x'.repeat(64));
  expect(strip('x'.repeat(65))).toBe('…');
  expect(strip('!'.repeat(70))).toBe('!'.repeat(70));
});

test.each(['deadbeef', 'abc123', 'DEADBEEF', 'x1yzzzz2', 'zxYzzzZ1', 'abcdefghijklmnopqrs1'])(
  '%s is an id',
  (text) => {
    expect(isId(text)).toBe(true);
  },
);

test.each([
  'facade',
  'defaced',
  'abc12',
  'x1y2z3',
  'sha256sum',
  'Int32Array',
  'abcdefghijklmnopqr1',
  'abcdefghijklmnopqrst',
])('%s is not', (text) => {
  expect(isId(text)).toBe(false);
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
  for (const piece of pieces)
    expectLinear((size) => strip(`${piece.repeat(size / piece.length)}x`), JSON.stringify(piece));
});
