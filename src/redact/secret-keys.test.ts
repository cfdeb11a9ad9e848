import { describe, expect, test } from 'vitest';
import { createSecretKeys } from './secret-keys.ts';

const { isSecret } = createSecretKeys([], []);
/** The names listed in docs/security.md. */
const DOCUMENTED = [
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
const COMMON = [
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
  test.each([...DOCUMENTED, ...COMMON])('%s is a secret in any case, nesting and encoding', (key) => {
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
  ])('classifies %s by its words', (key) => {
    expect(isSecret(key)).toBe(key === 'signal_');
  });

  test.each([
    { key: 'statusCode', secret: false },
    { key: 'STATUS_CODE', secret: false },
    { key: 'status-code', secret: false },
    { key: 'httpStatusCode', secret: false },
    { key: 'res[status.code]', secret: false },
    { key: 'statusCode[code]', secret: true },
    { key: 'status[code]', secret: true },
    { key: 'statusesCode', secret: true },
    { key: 'statusCodeKey', secret: true },
    { key: 'authStatusCode', secret: true },
  ])('$key is the status of a response, or names a secret: $secret', ({ key, secret }) => {
    expect(isSecret(key)).toBe(secret);
  });

  test('that cannot be decoded is a secret', () => {
    for (const key of ['%', '%zz', '%E0%A4%A', 'a%ff']) expect(isSecret(key)).toBe(true);
  });

  test('is classified correctly regardless of cached keys', () => {
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
  ])('%s matches like the default names', (key) => {
    expect(added.isSecret(key)).toBe(true);
    expect(isSecret(key)).toBe(false);
  });

  test('matches if encoded, and in any script', () => {
    expect(added.isSecret('пароль')).toBe(true);
    expect(added.isSecret(encodeURIComponent('a[пароль]'))).toBe(true);
  });

  test('does not match similar keys', () => {
    for (const key of ['classname', 'taxi', 'customer']) expect(added.isSecret(key)).toBe(false);
  });
});

test('an allowed key matches as a whole, in any case and encoding', () => {
  const withAllowed = createSecretKeys([], ['state', 'filter[code]']);
  for (const key of ['state', 'STATE', '%73tate', 'filter[code]', 'filter%5Bcode%5D'])
    expect(withAllowed.isSecret(key)).toBe(false);
  for (const key of ['oauth_state', 'a[state]', 'code', 'state%zz'])
    expect(withAllowed.isSecret(key)).toBe(true);
});
