import { describe, expect, test } from 'vitest';
import { redactJson } from './json.ts';
import { createRules } from './rules.ts';

const rules = createRules([], [], false);
const redact = (text: string, isCut = false) => redactJson(text, isCut, rules);

test.each([
  '',
  '{}',
  '42',
  '[1.25]',
  '[]',
  '\t\n\v\f\r [ ] ',
  '[{},[],{"a":[]},-1.5e+3,1E5,0,true,false,null,"a b"]',
  '{ "a" : [ 1 , 2 ] , "b" : { "c" : "\\u00e9\\\\\\"" } }',
  '1 2 "a" {"b":1}\n[3]',
  '['.repeat(200) + ']'.repeat(200),
])('leaves %s as it is', (text) => {
  expect(redact(text)).toBe(text);
});

test.each([
  ...[
    ' ',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{a:1}',
    '{"a",1}',
    '{1:2}',
    '[1 2]',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{,}',
  ],
  ...['[1}', '{"a":1]', '{]', '[}', '[', '{', '{"a', '{"a"', '{"a":', '{"a":1', ']', '1 ]', '1,2', '"a'],
  ...[
    '"a\tb"',
    '"\u001f"',
    '[\u000e]',
    '[1e]',
    ' {"\\x":1}',
    '"\\x"',
    '{"\\x":1}',
    '{"a\nb":1}',
    'tru',
    'truex',
    'nul',
    '-',
    '1.',
    '.5',
    '+1',
    'a',
  ],
])('%j is not JSON', (text) => {
  expect(redact(text)).toBeNull();
});

test.each([
  ['{"pin":-1.5e+3,"a":-1.5E-3,"otp":12e9}', '{"pin":"***","a":-1.5E-3,"otp":"***"}'],
  ['{"tokens":["a",["b"],{"c":"d"}],"e":"f"}', '{"tokens":"***","e":"f"}'],
  ['{"auth":{"password":"a","b":[1]},"c":1}', '{"auth":"***","c":1}'],
  ['{"password":{},"a":[]}', '{"password":"***","a":[]}'],
  ['{"https://bob:hunter2@h/":1,"a":2}', '{"https://***@h/":1,"a":2}'],
  ['{"auth":{"https://bob:hunter2@h/":1},"a":1}', '{"auth":"***","a":1}'],
  ['{"value":{"auth":{"a":1},"token":"b"},"name":"password"}', '{"value":"***","name":"password"}'],
  ['{"a":"{\\"pin\\":1,\\"b\\":2}"}', '{"a":"{\\"pin\\":\\"***\\",\\"b\\":2}"}'],
  ['{"a":" [{\\"pin\\":1}]"}', '{"a":" [{\\"pin\\":\\"***\\"}]"}'],
  ['{"a":"\\"pin=1\\""}', '{"a":"\\"pin=***\\""}'],
  ['{"a":"{pin: 1, b: 2}"}', '{"a":"{pin: ***, b: 2}"}'],
  ['{"token":"{\\"a\\":1}"}', '{"token":"***"}'],
  ['[4111111111111111,"4111 1111 1111 1111",4111111111111112]', '["***","***",4111111111111112]'],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test('reads JSON in strings of JSON', () => {
  const wrap = (inner: string, depth: number): string =>
    depth === 0 ? inner : wrap(JSON.stringify({ a: inner }), depth - 1);
  for (const depth of [0, 1, 2, 5])
    expect(redact(wrap('{"name":"pin","value":"7"}', depth))).toBe(
      wrap('{"name":"pin","value":"***"}', depth),
    );
});

test('what is nested too deep is cut off', () => {
  expect(redact(`{"pin":1,"a":${'['.repeat(300)}`)).toBe(`{"pin":"***","a":${'['.repeat(200)}…cut`);
});

test('keeps the values of allowed keys, except for known formats', () => {
  const allowed = createRules([], ['token', 'page'], false);
  expect(redactJson('{"token":"{\\"pin\\":1,\\"b\\":4111111111111111}"}', false, allowed)).toBe(
    '{"token":"{\\"pin\\":1,\\"b\\":\\"***\\"}"}',
  );
  const strict = createRules([], ['page'], true);
  expect(redactJson('{"page":"[1]","a":"[1]","b":7,"c":true}', false, strict)).toBe(
    '{"page":"[1]","a":"***","b":"***","c":true}',
  );
});

describe('JSON whose end is missing', () => {
  test.each([
    ['{"a":12', '{"a":'],
    ['{"a":12 ', '{"a":12 '],
    ['{"a":12,', '{"a":12,'],
    ['{"pin":12', '{"pin":"***"'],
    ['{"auth":{"a":12', '{"auth":"***"'],
    ['{"a":nul', '{"a":'],
    ['{"a":f', '{"a":'],
    ['{"a":true', '{"a":true'],
    ['[1,tr', '[1,'],
    ['{"a":1,"passw', '{"a":1,'],
    ['{"a":1,"pass\\u00', '{"a":1,'],
    ['{"a":1,"b"', '{"a":1,"b"'],
    ['{"a":1,"b":', '{"a":1,"b":'],
    ['{"a":"kept ', '{"a":"kept …cut"'],
    ['{"a":"kept \\', '{"a":"kept …cut"'],
    ['{"a":"kept \\\\', '{"a":"kept …cut"'],
    ['{"a":"kept \\\\\\', '{"a":"kept …cut"'],
    ['{"a":"kept \\u', '{"a":"kept …cut"'],
    ['{"a":"kept \\u00E', '{"a":"kept …cut"'],
    ['{"a":"kept \\u00e9', '{"a":"kept …cut"'],
    ['{"a":"{\\"pin\\":\\"1234', '{"a":"{\\"pin\\":\\"***…cut\\"…cut"'],
    ['{"pin":1}{"b":{"c":', '{"pin":"***"}{"b":{"c":'],
  ])('%s', (text, redacted) => {
    expect(redact(text, true)).toBe(redacted);
  });

  test.each(['[x', '[nulx', '[trx', '[tr,', '{"a":1,x', '"\\x', '{"\\x":', '"\u001f'])(
    '%j is not JSON',
    (text) => {
      expect(redact(text, true)).toBeNull();
    },
  );
});
