import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redact } = createRedaction();

test.each([
  // The values of a statement.
  ["bindings: ['CANARY', 2]", 'bindings: ***'],
  ['Params: ["CANARY"]', 'Params: ***'],
  ['params: CANARY,b\nkept', 'params: ***\nkept'],
  ["parameters: ['CANARY'] kept", 'parameters: *** kept'],
  ["PARAMETERS: ['CANARY']", 'PARAMETERS: ***'],
  ["parameters: { $1: 'CANARY', $2: 7 } kept", 'parameters: *** kept'],
  [inspect({ sql: 'x', params: { ':name': 'CANARY' } }), "{ sql: 'x', params: *** }"],
  [JSON.stringify({ bind: { '@id': 'CANARY' } }), '{"bind":***}'],
  [JSON.stringify(JSON.stringify({ values: { $1: 'CANARY' } })), '"{\\"values\\":***}"'],
  ["replacements: ['CANARY']", 'replacements: ***'],
  ["knex:bindings [ 'CANARY' ] +0ms", 'knex:bindings *** +0ms'],
  ["bind: ['CANARY'] kept", 'bind: *** kept'],
  ["values: ['CANARY x', 2]", 'values: ***'],
  ["command: { name: 'auth', args: ['CANARY'] }", "command: { name: 'auth', args: *** }"],
  // Errors of databases.
  ["Duplicate entry 'CANARY' for key 'email'", "Duplicate entry *** for key 'email'"],
  ["duplicate entry 'CANARY' for key", 'duplicate entry *** for key'],
  ["invalid for value 'CANARY' here", 'invalid for value *** here'],
  ["Incorrect integer value: 'CANARY' for column", 'Incorrect integer value: *** for column'],
  ["Truncated incorrect DOUBLE value: 'CANARY'", 'Truncated incorrect DOUBLE value: ***'],
  ["with value 'CANARY'", 'with value ***'],
  ["syntax error near 'CANARY' at line 1", 'syntax error near *** at line 1'],
  ['Failing row contains (1, CANARY (x), null).', 'Failing row contains ***.'],
  ['The duplicate key value is (CANARY, b).\nkept', 'The duplicate key value is ***.\nkept'],
  ['Key (email)=(CANARY) already exists.', 'Key (email)=*** already exists.'],
  ['Key (a, b)=(1, CANARY) is not present.\nkept', 'Key (a, b)=*** is not present.\nkept'],
  ['Key (email)=(CANARY', 'Key (email)=***'],
  ['invalid input syntax for type integer: "CANARY"', 'invalid input syntax for type integer: ***'],
  // Bytes.
  [inspect(Buffer.from('CANARY')), '<Buffer ***>'],
  ['<Buffer 43 41', '<Buffer ***'],
  [inspect(new Uint8Array(3)), 'Uint8Array(3) ***'],
  ['{ [Uint8Contents]: <43 41>, byteLength: 2 }', '{ [Uint8Contents]: <***>, byteLength: 2 }'],
  ["{ type: 'Buffer', data: [1,2] }", "{ type: 'Buffer', data: *** }"],
  ['{"type":"Buffer","data":[67,65]}', '{"type":"Buffer","data":***}'],
  // Users and passwords without a URL.
  ['jdbc:oracle:thin:bob/CANARY@db', 'jdbc:oracle:thin:***@db'],
  ['bob:CANARY@tcp(localhost:3306)/x', 'bob:***@tcp(localhost:3306)/x'],
  ['dsn bob:CANARY@unix(/s)', 'dsn bob:***@unix(/s)'],
  ['bob:CANARY@https://h', 'bob:***@https://h'],
  ['AUTH CANARY1', 'AUTH ***'],
  ['machine h login bob password CANARY', 'machine h login bob password ***'],
  // A value before its name.
  ["{ value: 'CANARY', name: 'token' }", "{ value: ***, name: 'token' }"],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each([
  'values: [1, 2]',
  'values: [true, null, -1.5]',
  "an entry 'kept'",
  "the value 'kept'",
  "near\n'kept'",
  "row contains 'kept'",
  'a list contains (kept)',
  'the color is (kept)',
  'key (kept) is',
  'for type integer "kept"',
  'type : "kept"',
  'Buffer 43 41',
  'Uint8Array [ 1 ]',
  'data: [1,2]',
  'thin: kept',
  'bob@tcp(h)',
  'AUTH required',
  'AUTH Required.',
  'auth kept1',
  'password kept',
  "{ value: 'kept', name: 'email' }",
  "{ value: 'kept' }",
  "params: { id: 'kept', page: '2' }",
])('keeps %s', (text) => {
  expect(redact(text)).toBe(text);
});
