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
