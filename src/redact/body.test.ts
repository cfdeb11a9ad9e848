import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { body } = createRedaction();

test.each([
  [
    '{"a":1,"password":"x","u":{"auth":{"a":[1]},"ok":true}}',
    '{"a":1,"password":"***","u":{"auth":"***","ok":true}}',
  ],
  ['{ "a" : [ 1 , 2 ] }', '{ "a" : [ 1 , 2 ] }'],
  ['{"pass\\u0077ord":"x","\\u0070in":12}', '{"pass\\u0077ord":"***","\\u0070in":"***"}'],
  ['{"token":1,"token":"x","a":1,"a":2}', '{"token":"***","token":"***","a":1,"a":2}'],
  ['{"auth":true,"token":null,"secret":""}', '{"auth":true,"token":null,"secret":""}'],
  [
    '{"n":4111111111111111,"m":1e400,"o":12345678901234567890}',
    '{"n":"***","m":1e400,"o":12345678901234567890}',
  ],
  ['{"__proto__":{"secret":1},"constructor":2}', '{"__proto__":{"secret":"***"},"constructor":2}'],
  ['{"value":"x","name":"password"}', '{"value":"***","name":"password"}'],
  ['{"type":"password","value":"x","data":1}', '{"type":"password","value":"***","data":1}'],
  ['{"name":"email","value":"x"}', '{"name":"email","value":"x"}'],
  ['["authorization","Bearer x","host","h"]', '["authorization","***","host","h"]'],
  ['["email","password","name"]', '["email","password","name"]'],
  ['{"body":"{\\"password\\":\\"x\\"}"}', '{"body":"{\\"password\\":\\"***\\"}"}'],
  ['{"url":"https://bob:x@h/?token=x"}', '{"url":"https://***@h/?token=***"}'],
  ['{"a":1}\n{"token":2}\n', '{"a":1}\n{"token":"***"}\n'],
  ['"token=x"', '"token=***"'],
])('redacts %s by its keys and leaves the rest as it is', (text, redacted) => {
  expect(body(text, 'json', false)).toBe(redacted);
});

test.each([
  ['{"a":"hello wor', '{"a":"hello …cut"'],
  ['{"a":"x\\u00', '{"a":"…cut"'],
  ['{"password":"hel', '{"password":"***…cut"'],
  ['{"password":[1,{"x":"y', '{"password":"***"'],
  ['{"a":411111111', '{"a":'],
  ['{"a":tr', '{"a":'],
  ['{"a":1,"passw', '{"a":1,'],
  ['{"value":"x","na', '{"value":"***",'],
  ['["cookie","x', '["cookie","***"'],
  ['a=1&b=2&password=x', 'a=1&b=2&…cut', 'form'],
  ['see https://bob:hunt', 'see https://…cut', 'text'],
] as const)('redacts what is there of %s', (text, redacted, kind: 'json' | 'form' | 'text' = 'json') => {
  expect(body(text, kind, true)).toBe(redacted);
});

test('reads JSON whatever the type says, and text that only claims to be JSON', () => {
  expect(body('{"password":"x"}', 'form', false)).toBe('{"password":"***"}');
  expect(body(' [{"password":"x"}]', 'text', false)).toBe(' [{"password":"***"}]');
  expect(body('{name: 1, password: "x"}', 'json', false)).toBe('{name: 1, password: ***}');
  expect(body('{"pass\\u0077ord": x}', 'json', false)).toBe('***');
  expect(body('"id","name"\n1,"a"', 'text', false)).toBe('"id","name"\n1,"a"');
  expect(body('a=1&password=x', 'form', false)).toBe('a=1&password=***');
});

test.each([
  ['<input type="hidden" name="csrf" value="x">', '<input type="hidden" name="csrf" value="***">'],
  ["<input value='x' name='csrf_token'>", "<input value='***' name='csrf_token'>"],
  ['<meta name=csrf-token content=x>', '<meta name=csrf-token content=***>'],
  ['<textarea name="secret">x</textarea> y', '<textarea name="secret">***</textarea> y'],
  ['<input name="q" value="x"><a href="/?token=x">', '<input name="q" value="x"><a href="/?token=***">'],
])('redacts the field %s of a page', (text, redacted) => {
  expect(body(text, 'text', false)).toBe(redacted);
});

test('redacts the value of a field whose name was cut off', () => {
  expect(body('<input value="hunter2" na', 'text', true)).not.toContain('hunter2');
  expect(body('<input value="hunter2"', 'text', true)).not.toContain('hunter2');
  expect(body('<textarea name="secret">hunter2 hunter2', 'text', true)).not.toContain('hunter2');
});

test('redacts literals and variables of GraphQL', () => {
  const query = 'mutation($p: String) { a(password: "hunter2") b(pin: """hunter2 x""", c: 1) { token } }';
  const text = body(JSON.stringify({ query, variables: { password: 'hunter2' } }), 'json', false);
  expect(text).not.toContain('hunter2');
  expect(text).toContain('c: 1) { token }');
});

test('redacts every value with strict, except those of allowed keys', () => {
  const strict = createRedaction({ strict: true, allow: ['page'] });
  expect(strict.body('{"page":2,"a":{"page":"x","b":"y"},"c":[1,"z"]}', 'json', false)).toBe(
    '{"page":2,"a":{"page":"x","b":"***"},"c":["***","***"]}',
  );
});

const SIZE = 262_144;
test.each([
  '[',
  '{"a":',
  '{"a":"',
  '"\\',
  '[{"value":1},',
  '"token",',
  '{"name":"token","value":',
  '\\u0070',
  '-1e',
  '{"data":1,"data":',
  '<input value="',
  '<a name=token ',
  '<a ',
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

const LONG = 'CANARY '.repeat(30);

test.each([
  [`<password>${LONG}`, '<password>***'],
  [`<a>kept</a><password>${LONG}`, '<a>kept</a><password>***'],
  [`<token>CANARY</token><password>${LONG}`, '<token>***</token><password>***'],
  [`<password>a</password><password>${LONG}`, '<password>***</password><password>***'],
  [`<password><token>${LONG}`, '<password><token>***'],
  [`<s:password a="1">${LONG}`, '<s:password a="1">***'],
  ['<password>CANARY</password><note>kept and cut', '<password>***</password><note>kept and '],
  ['kept and cut', 'kept and '],
])('redacts the content of an element that the cut leaves open: %s', (text, redacted) => {
  expect(body(text, 'text', true)).toBe(`${redacted}…cut`);
});

test('JSON of the wrong type is read as JSON, and a form that is not JSON as a form', () => {
  for (const kind of ['json', 'text', 'form'] as const)
    expect(body('{"pass\\u0077ord":"CANARY","a":1}', kind, false)).toBe('{"pass\\u0077ord":"***","a":1}');
  expect(body('a=1&pass%77ord=CANARY&b=2', 'form', false)).toBe('a=1&pass%77ord=***&b=2');
  expect(body('a=1&password=CANARY', 'json', false)).toBe('a=1&password=***');
});

test('text that opens like JSON and hides characters is not kept', () => {
  expect(body('{oops "\\u0070in": CANARY', 'text', false)).toBe('***');
});

test('text that is not cut is kept as it is', () => {
  for (const text of ['use the <password> tag', 'see \\u0041 here', 'a "b" \\u0041', 'a < b'])
    expect(body(text, 'text', false)).toBe(text);
});

test('a body that is not a string is not kept', () => {
  for (const kind of ['json', 'form', 'text'] as const)
    expect(body(undefined as unknown as string, kind, false)).toBe('***');
});

test('the type of a body matters where its text is ambiguous', () => {
  expect(body('4111111111111111', 'text', false)).toBe('***');
  expect(body('4111111111111111', 'json', false)).toBe('"***"');
  expect(body('password=one two&b=1', 'form', false)).toBe('password=***&b=1');
});
