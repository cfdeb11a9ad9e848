import { expect, test } from 'vitest';
import { createRedaction } from '../redaction.ts';

const { body } = createRedaction();

test.each([
  ['{"a":"hello wor', '{"a":"hello '],
  ['{"a":1,"b":"x\\u00', '{"a":1,'],
  ['{"a":1,"password":"hel', '{"a":1,'],
  ['{"a":1,"passw', '{"a":1,'],
  ['{"a":1, "password":[1, {"x":"CANARY, y', '{"a":1, "password":***'],
  ['{"value": "CANARY", "na', '{"value": ***, '],
  ['["cookie", "CANARY y', '["cookie", ***'],
  ['a=1&b=2&password=CANARY', 'a=1&b=2&', 'form'],
  ['see https://bob:CANARY', 'see https://', 'text'],
  ['<a>kept</a><s:password a="1">CANARY CANARY', '<a>kept</a><s:password a="1">***', 'text'],
  ['<password>CANARY</password><note>kept and cut', '<password>***</password><note>kept and ', 'text'],
] as const)('redacts what is there of %s', (text, redacted, kind: 'json' | 'form' | 'text' = 'json') => {
  expect(body(text, kind, true)).toBe(`${redacted}…cut`);
});

test.each(['<input value="CANARY" na', '<input value="CANARY"', '<textarea name="secret">CANARY CANARY'])(
  'hides the value of a field whose name may be cut off: %s',
  (text) => {
    expect(body(text, 'text', true)).not.toContain('CANARY');
  },
);

test('reads JSON whatever the type says, and text that only claims to be JSON', () => {
  for (const kind of ['json', 'text', 'form'] as const)
    expect(body(' {"pass\\u0077ord":"CANARY","a":1}', kind, false)).toBe('{"password":"***","a":1}');
  expect(body('{name: 1, password: "CANARY"}', 'json', false)).toBe('{name: 1, password: ***}');
  expect(body('{oops "\\u0070in": CANARY', 'json', false)).not.toContain('CANARY');
  expect(body('a=1&password=CANARY', 'json', false)).toBe('a=1&password=***');
});

test('reads lines of JSON', () => {
  expect(body('{"a":1}\n\n{"token":2}\n', 'json', false)).toBe('{"a":1}\n\n{"token":"***"}\n');
});

test('a secret of a form ends at the next field, even if its spaces are not encoded', () => {
  expect(body('password=three CANARY words&b=1', 'form', false)).toBe('password=***&b=1');
});

test('a single value of the type JSON is still JSON after redaction', () => {
  expect(body('4111111111111111', 'text', false)).toBe('***card-number***');
  expect(body('4111111111111111', 'json', false)).toBe('"***card-number***"');
});

test('redacts literals and variables of GraphQL', () => {
  const query = 'mutation($p: String) { a(password: "CANARY") b(pin: """CANARY x""", c: 1) { token } }';
  const text = body(JSON.stringify({ query, variables: { password: 'CANARY' } }), 'json', false);
  expect(text).not.toContain('CANARY');
  expect(text).toContain('c: 1) { token }');
});

test('redacts every value with strict, except those of allowed keys', () => {
  const strict = createRedaction({ strict: true, allow: ['page'] });
  expect(strict.body('{"page":2,"a":{"page":"x","b":"y"},"c":[1,"z"],"d":true}', 'json', false)).toBe(
    '{"page":2,"a":{"page":"x","b":"***"},"c":["***","***"],"d":true}',
  );
  expect(strict.body('page=2&a=1&b=', 'form', false)).toBe('page=2&a=***&b=');
});

test('keeps text that only mentions an element', () => {
  for (const text of ['use the <password> tag', 'a < b']) expect(body(text, 'text', false)).toBe(text);
});

test('hides what is not a text', () => {
  for (const kind of ['json', 'form', 'text'] as const)
    expect(body(Symbol('CANARY') as unknown as string, kind, false)).toBe('***');
});

const SIZE = 262_144;
test.each([
  '[',
  '{"a":"',
  '"\\',
  '[{"value":1},',
  '"token",',
  '{"name":"token","value":',
  '\\u0070',
  '{"data":1,"data":',
  '<input value="',
  '<a name=token ',
  '<th>password</th><td>',
  'form-data; name="pin"\n',
  'password=""""',
])('reads 256 KB of %s in linear time', (unit) => {
  const text = unit.repeat(SIZE / unit.length);
  const start = process.cpuUsage();
  for (const kind of ['json', 'form', 'text'] as const)
    for (const isCut of [true, false]) body(text, kind, isCut);
  const { user, system } = process.cpuUsage(start);
  // In milliseconds. In quadratic time it would be minutes.
  expect((user + system) / 1000).toBeLessThan(5000);
});
