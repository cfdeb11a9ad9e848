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
  ["{ value: 'CANARY', key: 'token' }", '{ value: ***, key: *** }'],
  ["{ value: 'CANARY', name : 'token' }", "{ value: ***, name : 'token' }"],
  ['{"Value":"CANARY","Name":"token"}', '{"Value":***,"Name":"token"}'],
  ['"{\\"value\\":\\"CANARY\\",\\"name\\":\\"token\\"}"', '"{\\"value\\":***,\\"name\\":\\"token\\"}"'],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

// Of the same kind, one text each that only this rule redacts.
test.each([
  ['params: 7', 'params: ***'],
  ['params: CANARY', 'params: ***'],
  ['replacements: CANARY', 'replacements: ***'],
  ['bind: CANARY', 'bind: ***'],
  ['Bindings: CANARY', 'Bindings: ***'],
  ['Parameters: CANARY', 'Parameters: ***'],
  ['PARAMETERS: CANARY', 'PARAMETERS: ***'],
  ['values: [CANARY]', 'values: ***'],
  ['args: [CANARY]', 'args: ***'],
  ["Duplicate entry 'CANARY'", 'Duplicate entry ***'],
  ['{"m":"Duplicate entry \\"CANARY\\" for key"}', '{"m":"Duplicate entry *** for key"}'],
  ["Truncated incorrect INTEGER value: 'CANARY'", 'Truncated incorrect INTEGER value: ***'],
  [
    "Incorrect datetime value:'CANARY' for column `at` at row 1",
    'Incorrect datetime value:*** for column `at` at row 1',
  ],
  ['Failing row contains (1, CANARY', 'Failing row contains ***'],
  ['Failing row contains (', 'Failing row contains ***'],
  ['Failing row contains ().', 'Failing row contains ***.'],
  ['Key (email)=(CANARY)\nkept', 'Key (email)=***\nkept'],
  ['Key (name)=(CAN) ARY) already exists.', 'Key (name)=*** already exists.'],
  ['invalid input syntax for type numeric: "CANARY"', 'invalid input syntax for type numeric: ***'],
  ['invalid input syntax for type pg_lsn:"CANARY"', 'invalid input syntax for type pg_lsn:***'],
  [
    'invalid input syntax for type double precision: "CANARY"',
    'invalid input syntax for type double precision: ***',
  ],
  [
    'invalid input syntax for type timestamp with time zone: "CANARY"',
    'invalid input syntax for type timestamp with time zone: ***',
  ],
  ['invalid input value for enum order_status: "CANARY"', 'invalid input value for enum order_status: ***'],
  ['Uint8Array(12) [ 67, 65 ] kept', 'Uint8Array(12) *** kept'],
  ['ArrayBuffer { [Uint8Contents]: <43 41', 'ArrayBuffer { [Uint8Contents]: <***'],
  ['"{\\"type\\":\\"Buffer\\",\\"data\\":[67,65]}"', '"{\\"type\\":\\"Buffer\\",\\"data\\":***}"'],
  ['jdbc:oracle:thin:bob/CAN@ARY@db', 'jdbc:oracle:thin:***@db'],
  ['bob:CANARY@http://proxy:8080', 'bob:***@http://proxy:8080'],
  ['"bob:CAN:ARY@tcp(h)"', '"bob:***@tcp(h)"'],
  ["dsn='bob:CANARY@unix(/run/db)'", "dsn='bob:***@unix(/run/db)'"],
  ['AUTH "CANARY 1" kept', 'AUTH *** kept'],
  ["Map(1) { 'AUTH' => Promise { 'CANARY' } }", "Map(1) { 'AUTH' => *** }"],
  ["[ 'AUTH', Map(1) { 'a' => 'CANARY' } ]", "[ 'AUTH', *** ]"],
  ['machine h login bob password CANARY\nmachine', 'machine h login bob password ***\nmachine'],
  ['machine h login bob password "CAN ARY" kept', 'machine h login bob password *** kept'],
  ['path `password` (`CANARY`) is too short', 'path `password` (***) is too short'],
])('redacts only the value: %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

const part = (name: string, value: string, quote = '"', lineBreak = '\r\n') =>
  `Content-Disposition: form-data; name=${quote}${name}${quote}${lineBreak}${lineBreak}${value}${lineBreak}--x--`;

test('redacts the part of a multipart form by its name', () => {
  for (const [quote, lineBreak] of [
    ['"', '\r\n'],
    ['"', '\n'],
    ['', '\n'],
    ['\\"', '\\r\\n'],
  ]) {
    expect(redact(part('password', 'CANARY', quote, lineBreak))).toBe(
      part('password', '***', quote, lineBreak),
    );
    expect(redact(part('email', 'kept', quote, lineBreak))).toBe(part('email', 'kept', quote, lineBreak));
  }
});

test.each(
  'SQL,query,queries,statement,command,Redis,cmd,prepare,exec,execute,select,insert,update,delete,replace,merge,upsert,call,grant,into'.split(
    ',',
  ),
)('numbers and names are values if the text is about a %s', (word) => {
  expect(redact(`values: [1, 2]\n\n${word}`)).toBe(`values: ***\n\n${word}`);
  expect(redact(`args: ['name', 'email']\n\n${word}`)).toBe(`args: ***\n\n${word}`);
});

// Each has a word that makes the text worth a look.
test.each([
  "a duplicate key, entry 'kept'",
  "args are wrong, the value 'kept'",
  "near:'kept'",
  'the list contains (kept)\nrow contains kept',
  'the color is (kept)\nkey value is kept',
  'row contains\t(kept)',
  'Key (email) is missing (kept) here',
  'the type of field: "kept"',
  'for type  : "kept"',
  '[Uint8Contents] <kept>',
  'Uint8Array(3) kept',
  "Buffer of data: [1,2] and 'Buffer' data: [1,2]",
  'login name=token\n\nkept',
  'login name: token\n\nkept',
  'thin bob/kept@db',
  'thin:kept kept@db',
  'login :kept@tcp(h)',
  'login auth kept1',
  'AUTH ...',
  'AUTH Required',
  'a login with a password kept',
  "params: 'kept'",
  'params: "kept"',
  'params: \nkept',
  'params are kept',
  "params: Params { id: 'kept' }",
  '[1] values are kept, params too',
  "values: ['name', 'email']",
  "args: { value: kept, name: 'token' }",
  "token: *** { value: 'kept', name: 'email' } token",
])('keeps %j', (text) => {
  expect(redact(text)).toBe(text);
});

test('a value that is longer than 1,024 characters is not one before its name', () => {
  const text = `{ value: '${'x'.repeat(1100)}', name: 'token' }`;
  expect(redact(text)).toBe(text);
  expect(redact(`{ value: '${'x'.repeat(1000)}', name: 'token' }`)).toBe("{ value: ***, name: 'token' }");
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
