import { expect, test } from 'vitest';
import { createRules } from '../rules.ts';
import { redactJson } from './json.ts';

const rules = createRules([], [], false);
const redact = (text: string) => redactJson(text, rules);

test.each([
  ['{"pin":-1.5e+3,"a":-1.5E-3,"otp":12e9}', '{"pin":"***","a":-1.5E-3,"otp":"***"}'],
  ['{"a":12345678901234567890,"pin":1}', '{"a":12345678901234567890,"pin":"***"}'],
])('keeps the digits of a number in %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ['{"tokens":["a",["b"],{"c":"d"}],"max_tokens":200}', '{"tokens":"***","max_tokens":200}'],
  ['{"auth":{"password":"a","b":[1]},"c":1}', '{"auth":"***","c":1}'],
  ['{"value":{"a":[1,{"b":2}]},"name":"password"}', '{"value":"***","name":"password"}'],
  ['{"https://bob:hunter2@h/":1,"a":2}', '{"https://***@h/":1,"a":2}'],
  ['{"__proto__":{"pin":1},"a":1}', '{"__proto__":{"pin":"***"},"a":1}'],
  ['{"a":"token=CANARY","a":2}', '{"a":2}'],
  ['{"a":"{pin: 1, b: 2}"}', '{"a":"{pin: ***, b: 2}"}'],
  ['["password","dajvQGnZSm_GSqVJdPXLA"]', '["password","***"]'],
  [
    '[4111111111111111,"4111 1111 1111 1111",4111111111111112]',
    '["***card-number***","***card-number***",4111111111111112]',
  ],
  ['{\n\t"pin": 1,\n\t"a": 2\n}', '{\n  "pin": "***",\n  "a": 2\n}'],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ' [ 1.250 , 1E5 ] ',
  '{ "a" : "\\u00e9\\\\\\"" , "b" : 2 }',
  '{"password":{},"token":[],"pin":"","otp":null,"auth":true}',
  '{"missing":["password","currentPassword","user.email","IPAddress","api-key"]}',
  '['.repeat(90) + ']'.repeat(90),
])('leaves %s as it was written', (text) => {
  expect(redact(text)).toBe(text);
});

test.each(['', '{"a":1', '{"a":1,}', '{a:1}', '{"a":1}{"b":2}'])('%j is not JSON', (text) => {
  expect(redact(text)).toBeNull();
});

test('reads JSON in strings of JSON', () => {
  const wrap = (inner: string, depth: number): string =>
    depth === 0 ? inner : wrap(JSON.stringify({ a: inner }), depth - 1);
  for (const depth of [1, 2, 4])
    expect(redact(wrap('{"name":"pin","value":"7"}', depth))).toBe(
      wrap('{"name":"pin","value":"***"}', depth),
    );
});

test('hides what is nested too deep', () => {
  for (const depth of [5, 8]) {
    const json = Array.from({ length: depth }).reduce<string>(
      (inner) => JSON.stringify([inner]),
      '{"pin":4711}',
    );
    expect(redact(json)).not.toContain('4711');
  }
  expect(redact(`${'['.repeat(150)}4711${']'.repeat(150)}`)).not.toContain('4711');
});

test('keeps the values of allowed keys, except for known formats', () => {
  const allowed = createRules([], ['token'], false);
  expect(redactJson('{"token":"{\\"pin\\":1,\\"b\\":4111111111111111}"}', allowed)).toBe(
    '{"token":"{\\"pin\\":1,\\"b\\":\\"***card-number***\\"}"}',
  );
});
