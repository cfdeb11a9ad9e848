import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const redaction = createRedaction();
const redact = (fields: unknown) => JSON.parse(redaction.errorFields(JSON.stringify(fields)));

test.each([
  { code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address: '::1', port: 5432 },
  { code: '23505', severity: 'ERROR', table: 'users', constraint: 'users_email_key' },
  { code: 'P2002', meta: { modelName: 'User', target: ['email'] } },
  { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000' },
  { code: 11000, index: 0 },
  { statusCode: 400, code: 'FST_ERR_VALIDATION', validationContext: 'body' },
  { status: 404, statusCode: 404, expose: true },
  { code: 'auth/user-not-found' },
  { issues: [{ code: 'invalid_type', path: ['user', 'name'], message: 'Required' }] },
  { $metadata: { httpStatusCode: 400, attempts: 1 } },
  { errno: -2, code: 'ENOENT', syscall: 'open', path: '/run/secrets/key.pem' },
  { signal: 'SIGTERM', exitCode: null },
])('keeps %j', (fields) => {
  expect(redact(fields)).toEqual(fields);
});

test.each([
  ['a code that may be one of a login', { code: 'x7K2p9', state: 'af0ifjsldkj-1' }],
  ['a number of six digits', { code: 482_913, otpCode: '482913' }],
  ['fields by their names', { config: { auth: { username: 'jo', password: 'CANARY' } }, token: 'CANARY' }],
  ['headers', { headers: { authorization: 'Bearer CANARY', 'x-own': 'CANARY', 'set-cookie': ['a=CANARY'] } }],
  ['values of a statement', { sql: "insert into t values ('CANARY')", parameters: ['CANARY'] }],
  ['what a check has rejected', { validation: [{ instancePath: '/user/password', data: 'CANARY' }] }],
  ['JSON in a text', { data: '{"password":"CANARY"}' }],
  ['JSON in a text that was cut', { data: '{"user":"jo","password":"CANARYCANARY…cut' }],
])('redacts %s', (_, fields) => {
  expect(JSON.stringify(redact(fields))).not.toMatch(/CANARY|x7K2p9|af0if|482.?913/);
});

test('redacts everything that is not JSON', () => {
  expect(redaction.errorFields('{"password":')).toBe('"***"');
  expect(redact(JSON.parse('{"__proto__":{"password":"CANARY"}}'))).toEqual(
    JSON.parse('{"__proto__":{"password":"***"}}'),
  );
});

test('redacts a Buffer, in a field and in a message', () => {
  const bytes = [...Buffer.from('CANARY')];
  const fields = { body: { type: 'Buffer', data: bytes } };
  expect(redact(fields)).toEqual({ body: { type: 'Buffer', data: '***' } });
  expect(redaction.errorText(JSON.stringify([fields]))).not.toContain(String(bytes));
});

const words = (text: string) => text.split(' ');

test.each(
  words(
    'parameters params bindings bind replacements values args arguments keyValue consideredValue rawHeaders _header',
  ),
)('redacts all of %s', (key) => {
  for (const value of [['kept?', 1], 'kept?', { a: 'kept?' }, 7])
    expect(redact({ [key]: value })).toEqual({ [key]: '***' });
  // The name of this one is that of a secret too.
  if (key !== 'keyValue') expect(redact({ [key]: '[Socket]' })).toEqual({ [key]: '[Socket]' });
});

test.each(['myparams', 'paramsList', 'values2', 'xargs'])('%s is not the values of a statement', (key) => {
  expect(redact({ [key]: ['kept', 1] })).toEqual({ [key]: ['kept', 1] });
});

test.each(words('instancePath dataPath path property propertyName param field'))(
  'if %s names a secret, only the check is kept',
  (key) => {
    const check = {
      keyword: 'minLength',
      type: 'string',
      kind: 'x',
      schemaPath: '#/a',
      location: 'body',
      validation: 'v',
    };
    const more = { rule: 'r', origin: 'string', minimum: 8, maximum: 9, inclusive: true, code: 'too_small' };
    for (const path of [
      '/user/password',
      'user.password',
      'user[password]',
      "user['password']",
      ['user', 'password'],
    ])
      expect(
        redact({ [key]: path, ...check, ...more, message: 'got kept?', data: 5, input: null, isOk: false }),
      ).toEqual({
        [key]: path,
        ...check,
        ...more,
        message: '***',
        data: '***',
        input: null,
        isOk: false,
      });
    expect(redact({ [key]: '/user/name', message: 'kept' })).toEqual({
      [key]: '/user/name',
      message: 'kept',
    });
    // Recording has left out a part of the path.
    for (const path of ['/user/…', '[Object]', ['user', '…'], ['user', '[Object]']])
      expect(redact({ [key]: path, message: 'kept?' })).toEqual({ [key]: path, message: '***' });
  },
);

test.each(words('value val v data content input received actual given message msg reason context'))(
  'redacts %s if a field beside it was left out',
  (key) => {
    expect(redact({ [key]: 'kept?', other: 'kept', '…': 3 })).toEqual({
      [key]: '***',
      other: 'kept',
      '…': 3,
    });
    expect(redact({ [key]: 'kept?', list: '…' })).toEqual({ [key]: '***', list: '…' });
    expect(redact({ [key]: 'kept', list: 'x' })).toEqual({ [key]: 'kept', list: 'x' });
    expect(redact({ [`my${key}s`]: 'kept', list: '…' })).toEqual({ [`my${key}s`]: 'kept', list: '…' });
  },
);

test.each([
  ...['A', 'E1', 'P2002', 'ECONNREFUSED', 'ER_DUP_ENTRY', 'E_1_2', 'UND_ERR_CONNECT_TIMEOUT', 'SIGTERM'],
  ...['invalid_type', 'auth/user-not-found', 'a.b.c', 'not-found', 'custom'],
  ...words('00000 0A000 08P01 2200G 22P02 23505 28P01 3B001 3D000 40001 42601 44000 53300 58000 72000'),
  ...words('F0000 HV000 HV00B HY000 HZ000 IM001 P0001 XX000 S1000'),
])('the code %s is kept, by any name', (code) => {
  for (const key of ['code', 'errorCode', 'error_code', 'state', 'sqlState', 'signal', 'exitSignal'])
    expect(redact({ [key]: code })).toEqual({ [key]: code });
});

test.each([
  ...[
    'x7K2p9',
    'abcdefghijklmnopq',
    'A123456',
    'Abc',
    'a_',
    '_A',
    'a b',
    '99999',
    '1A000',
    '7B111',
    '22P0',
    '22P021',
  ],
  ...['af0if', 'AB_cd', `${'A'.repeat(41)}`, 'a--b'],
])('%s may be the code of a login', (code) => {
  expect(redact({ code, otpCode: code })).toEqual({ code: '***', otpCode: '***' });
});

test.each(['passcode', 'code_challenge', 'authCodeValue'])('the field %s has no code of an error', (key) => {
  expect(redact({ [key]: 'ENOENT' })).toEqual({ [key]: '***' });
});

test('fields whose names only contain one of these words', () => {
  const plain = {
    headersSent: true,
    filepath: '/user/password',
    pathname: '/user/password',
    message: 'kept',
  };
  expect(redact(plain)).toEqual(plain);
  expect(redact({ path: 'password', mytype: 'kept?', types: 'kept?' })).toEqual({
    path: 'password',
    mytype: '***',
    types: '***',
  });
  const beside = { x_value: 'kept', value_x: 'kept', msg_x: 'kept', x_data: 'kept', list: '…' };
  expect(redact(beside)).toEqual(beside);
  expect(redact({ Parameters: ['kept?'], Headers: { 'x-own': 'kept?' } })).toEqual({
    Parameters: '***',
    Headers: { 'x-own': '***' },
  });
  expect(redact({ params: 'x [Socket]', bind: '[Socket] x' })).toEqual({ params: '***', bind: '***' });
});

test('an object that only looks like a Buffer is kept', () => {
  const fields = {
    a: { type: 'Other', data: [1] },
    b: { type: 'Buffer', data: 'kept' },
    c: { type: 'Buffer' },
  };
  expect(redact(fields)).toEqual(fields);
});

test('a code that is a number has at most five digits', () => {
  for (const code of [0, -111, 99_999, -99_999]) expect(redact({ code })).toEqual({ code });
  for (const code of [100_000, -100_000, 1.5]) expect(redact({ code })).toEqual({ code: '***' });
  expect(redact({ code: true, state: null })).toEqual({ code: true, state: null });
});

test('a keyword is a word', () => {
  const about = (keyword: string) => redact({ path: 'password', keyword }).keyword;
  for (const keyword of ['minLength', 'a', 'x'.repeat(32)]) expect(about(keyword)).toBe(keyword);
  for (const keyword of ['my 1', 'x'.repeat(33), '']) expect(about(keyword)).not.toBe(keyword || 'x');
});

test('redacts headers by their names, and what is not a list of headers', () => {
  expect(redact({ headers: { host: 'h', cookie: 'a=CANARY' } }).headers).toMatchObject({ host: 'h' });
  expect(redact({ responseHeaders: 'CANARY' })).toEqual({ responseHeaders: '***' });
  expect(redact({ headers: ['CANARY'] })).toEqual({ headers: '***' });
  expect(redact({ headers: null, Headers: '[Headers]' })).toEqual({ headers: null, Headers: '[Headers]' });
  expect(redact({ headers: { host: ['CANARY'] } })).toEqual({ headers: { host: '***' } });
});

test('a message that is JSON is redacted by its keys, and keeps its layout', () => {
  expect(redaction.errorText('{"password":"CANARY","a":1}')).toBe('{"password":"***","a":1}');
  expect(redaction.errorText('ZodError: [{"path":["password"],"message":"CANARY"}]')).toBe(
    'ZodError: [{"path":["password"],"message":"***"}]',
  );
  expect(redaction.errorText('[\n{"a":1}]')).toBe('[\n  {\n    "a": 1\n  }\n]');
  expect(redaction.errorText('E: {"path":["password"],"message":"CANARY')).toBe('E: ***');
  expect(redaction.errorText('{"a":"kept","password":"CANARY')).not.toContain('CANARY');
  expect(redaction.errorText('password=CANARY failed')).toBe('password=*** failed');
  expect(redaction.errorText('half a CANA…cut')).toBe('half a ***…cut');
  expect(redact({ note: 'half a CANA…cut' })).toEqual({ note: 'half a ***…cut' });
});

test('reads JSON in strings of JSON only a few levels deep: each level could double the length', () => {
  // With these escapes a quote takes only five characters more in each level.
  const quote = (level: number) => (level === 0 ? '"' : `\\${'u005c'.repeat(level - 1)}u0022`);
  const levels = Array.from({ length: 100 }, (_, level) => level);
  const text = `${levels.map((level) => `[${quote(level)}`).join('')}CANARY${levels
    .toReversed()
    .map((level) => `${quote(level)}]`)
    .join('')}`;
  const redacted = createRedaction().errorFields(JSON.stringify({ body: text }));
  expect(redacted.length).toBeLessThan(text.length);
  expect(redacted).not.toContain('CANARY');
});
