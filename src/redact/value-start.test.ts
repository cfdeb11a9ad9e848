import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redact } = createRedaction();

test.each([
  // After an unquoted, a quoted and an escaped name.
  ['token=CANARY kept', 'token=*** kept'],
  ['token = CANARY kept', 'token = *** kept'],
  ['token => CANARY kept', 'token => *** kept'],
  ['token=>CANARY kept', 'token=>*** kept'],
  ["'token':'CANARY' kept", "'token':*** kept"],
  ['\\"token\\":\\"CANARY\\" kept', '\\"token\\":*** kept'],
  ['token\\=CANARY kept', 'token\\=*** kept'],
  // In the next line.
  ['password:\n  "CANARY"\nkept', 'password:\n  ***\nkept'],
  ["password: \n  'CANARY'\nkept", 'password: \n  ***\nkept'],
  ["token:\n  Token { id: 'CANARY' }\nkept", 'token:\n  ***\nkept'],
  ['{"pin":\n  1234}', '{"pin":\n  ***}'],
  // In brackets.
  ['a[token]=CANARY&b=1', 'a[token]=***&b=1'],
  ["a['token'][]=CANARY&b=1", "a['token'][]=***&b=1"],
  ['a[token=CANARY b', 'a[token=*** b'],
  ['login(token) = CANARY kept', 'login(token) = *** kept'],
  ["{ [Symbol(token)]: 'CANARY', id: 7 }", '{ [Symbol(token)]: ***, id: 7 }'],
  ['Symbol(token): CANARY kept', 'Symbol(token): *** kept'],
  ["[token]: 'CANARY' kept", '[token]: *** kept'],
  ['[token]: 1234 kept', '[token]: *** kept'],
  ['[token]: /CANARY kept', '[token]: *** kept'],
  ['[token] : CANARY kept', '[token] : *** kept'],
  ['[token]=CANARY kept', '[token]=*** kept'],
  ['token]: CANARY kept', 'token]: *** kept'],
  ['[token: CANARY kept', '[token: *** kept'],
  // Not a position in a file.
  ['token.py:12 kept', 'token.py:*** kept'],
  ['auth.js:1234567 kept', 'auth.js:*** kept'],
  ['auth.js:12a kept', 'auth.js:*** kept'],
  ['auth.js:12.5 kept', 'auth.js:*** kept'],
  ['auth.jsz:12 kept', 'auth.jsz:*** kept'],
])('finds the value after the name: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  'token://kept/path',
  'see secret://kept and auth://kept',
  '[auth]: connected to 3 hosts',
  'at login (/srv/auth.js:12:5)',
  'auth.mjs:12 kept',
  'auth.cts:123456:7 kept',
  'token.tsx:3:4, token.jsx:3',
  'token(kept) and token[kept]',
  '(my token) = kept',
  'the token kept',
  'the token, kept',
])('keeps %j', (text) => {
  // A line that only looks harmless would not be read.
  const line = `${text}\npassword=***`;
  expect(redact(line)).toBe(line);
});

const listed = (key: string) => [
  [`{ name: 'token', ${key}: 'CANARY' }`, `{ name: 'token', ${key}: *** }`],
  [`{"name":"token","${key}":"CANARY","id":7}`, `{"name":"token","${key}":***,"id":7}`],
  [`"{\\"name\\":\\"token\\",\\"${key}\\":\\"CANARY\\"}"`, `"{\\"name\\":\\"token\\",\\"${key}\\":***}"`],
  [`{ key: 'token', ${key}: 'CANARY' }`, `{ key: 'token', ${key}: *** }`],
  [`{"Key":"token","${key}" : "CANARY","id":7}`, `{"Key":"token","${key}" : ***,"id":7}`],
  [`"{\\"key\\":\\"token\\",\\"${key}\\":\\"CANARY\\"}"`, `"{\\"key\\":\\"token\\",\\"${key}\\":***}"`],
  [`{ key: 'colour', ${key}: 'kept' }`, `{ key: 'colour', ${key}: 'kept' }`],
];

test.each(['value', 'val', 'data', 'content', 'Value'])(
  'the name of a value is in another field: %s',
  (key) => {
    for (const [text = '', redacted] of listed(key)) expect(redact(text)).toBe(redacted);
  },
);

test.each([
  ["['token', 'CANARY']", "['token', ***]"],
  ['"token","CANARY","host","h"', '"token",***,"host","h"'],
  ['\\"token\\",\\"CANARY\\",\\"b\\"', '\\"token\\",***,\\"b\\"'],
  ["['token', 1234, 'kept']", "['token', ***, 'kept']"],
  ["['token', Secret { id: 'CANARY' }, 'kept']", "['token', ***, 'kept']"],
  ["['token',\n  'CANARY',\n  'kept']", "['token',\n  ***,\n  'kept']"],
  ['`password` (`CANARY`) is too short', '`password` (***) is too short'],
])('finds the next value of a list: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  ["{ key: 'CANARY', user: 'jo' }", "{ key: ***, user: 'jo' }"],
  ["{ key: 'colour' }", '{ key: *** }'],
  ["{ key: 'a b', value: 'kept' }", "{ key: ***, value: 'kept' }"],
  ["{ key: CANARY, value: 'kept' }", "{ key: ***, value: 'kept' }"],
  ["{ key: 'CANARY'; value: 'kept' }", "{ key: ***; value: 'kept' }"],
  ["{ apikey: 'CANARY', value: 'kept' }", "{ apikey: ***, value: 'kept' }"],
])('the value of key is a secret if no value is named: %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  "['token', kept]",
  "'token' 'kept'",
  "'token'; 'kept'",
  '{"name":"token","user":"jo"}',
  '{"name":"token","user" : "jo"}',
  "token', 'kept'",
])('the word after the name is not its value: %j', (text) => {
  expect(redact(text)).toBe(text);
});
