import { describe, expect, test } from 'vitest';
import { createSecretKeys } from './secret-keys.ts';

const { isSecret } = createSecretKeys([], []);
/** docs/security.md promises each of them. */
const PROMISED = [
  ...[
    'auth',
    'token',
    'secret',
    'session',
    'passw',
    'pwd',
    'key',
    'jwt',
    'bearer',
    'sso',
    'saml',
    'csrf',
    'xsrf',
  ],
  ...['credential', 'sid', 'identity', 'cookie', 'otp', 'two-factor', 'private', 'signature', 'sig'],
  ...[
    'x-amz-date',
    'x-amz-signature',
    'X-Amz-Security-Token',
    'x-goog-signature',
    'awsaccesskeyid',
    'code',
    'state',
  ],
  ...['consumer_key', 'consumer_id', 'sign', 'signed', 'signin'],
];
const REAL = [
  ...[
    'access_token',
    'refreshToken',
    'apiKey',
    'api-key',
    'X-API-Key',
    'client_secret',
    'PHPSESSID',
    'connect.sid',
  ],
  ...[
    'JSESSIONID',
    'passwd',
    'passphrase',
    'passcode',
    'userpass',
    'pass2',
    'pw',
    'PIN',
    'cvv',
    'twoFactorCode',
  ],
  ...[
    'two_factor',
    'two factor',
    '2fa',
    'totp',
    'otpcode',
    'userSID',
    'hmac',
    'SAMLResponse',
    'consumerId',
    'oauth',
  ],
];

describe('a key', () => {
  test.each([...PROMISED, ...REAL])('%s names a secret in any case, nesting and encoding', (key) => {
    const hex = (text: string) => text.replace(/[a-z]/i, (c) => `%${c.charCodeAt(0).toString(16)}`);
    for (const name of [key, key.toUpperCase(), key.toLowerCase(), `a[${key}]`, `a[b][${key}][]`, `a.${key}`])
      expect({ name, secret: isSecret(name) }).toEqual({ name, secret: true });
    expect(isSecret(hex(key))).toBe(true);
    expect(isSecret(encodeURIComponent(hex(key)))).toBe(true);
    expect(isSecret(encodeURIComponent(`a[${hex(key)}]`))).toBe(true);
  });

  test.each([
    'page',
    'q',
    'inside',
    'design',
    'encode',
    'unicode',
    'zip',
    'id',
    'user',
    'spin',
    'statement',
    'signal_',
  ])('%s names none, unless it is told', (key) => {
    expect(isSecret(key)).toBe(key === 'signal_');
  });

  test('that nobody can read names a secret', () => {
    for (const key of ['%', '%zz', '%E0%A4%A', 'a%ff']) expect(isSecret(key)).toBe(true);
  });

  test('is answered for anew whatever was asked before', () => {
    for (let n = 0; n < 5000; n++) expect(isSecret(`k${n % 7 === 0 ? 'ey' : ''}${n}`)).toBe(n % 7 === 0);
  });
});

describe('an added name', () => {
  const added = createSecretKeys(['ssn', 'Tax-ID', 'пароль', 'customerNumber'], []);
  test.each([
    'ssn',
    'user_ssn',
    'userSSN',
    'ssn2',
    'tax_id',
    'taxId',
    'my.tax.id',
    'CUSTOMER_NUMBER',
    'oldcustomernumber',
  ])('%s is matched as the defaults are', (key) => {
    expect(added.isSecret(key)).toBe(true);
    expect(isSecret(key)).toBe(false);
  });

  test('is matched encoded, and in any script', () => {
    expect(added.isSecret('пароль')).toBe(true);
    expect(added.isSecret(encodeURIComponent('a[пароль]'))).toBe(true);
  });

  test('is no more than itself', () => {
    for (const key of ['classname', 'taxi', 'customer']) expect(added.isSecret(key)).toBe(false);
  });
});

test('an allowed key is allowed whole, in any case and encoding', () => {
  const allowing = createSecretKeys([], ['state', 'filter[code]']);
  for (const key of ['state', 'STATE', '%73tate', 'filter[code]', 'filter%5Bcode%5D'])
    expect(allowing.isSecret(key)).toBe(false);
  for (const key of ['oauth_state', 'a[state]', 'code', 'state%zz'])
    expect(allowing.isSecret(key)).toBe(true);
});
