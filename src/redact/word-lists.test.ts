import { expect, test } from 'vitest';
import { withoutOperationValues } from './operation-values.ts';
import { createRedaction } from './redaction.ts';
import { createSecretKeys } from './secret-keys.ts';

// Each word of a list protects something by itself: one that is lost would not be missed by other tests.
const redaction = createRedaction();
const words = (text: string) => text.trim().split(/\s+/);
const fieldsOf = (fields: object) => redaction.errorFields(JSON.stringify(fields));

test.each(
  words(`
    auth token secret sess passw passphrase passcode pwd pword key jwt bearer sso saml csrf xsrf credential identity cookie private
    signature x-amz-a x_amz_a x-goog-a x_goog_a consumer-a consumer_a consumerid twofactor two-factor two_factor two.factor
    code state totp mfa 2fa hmac pw creds pin cvv cvc pin2 sign otp signed a_sid asid a_sig asig myotp mypass pass1
  `),
)('%s names a secret', (name) => {
  expect(createSecretKeys([], []).isSecret(name)).toBe(true);
});

test.each(
  words('encode statusCode status_code design opinion side passive a1pin spin pinned codec spw unsigned'),
)('%s does not', (name) => {
  expect(createSecretKeys([], []).isSecret(name)).toBe(false);
});

test.each(
  words(`
    parameters params bindings bind replacements values args arguments keyValue consideredValue rawHeaders _header PARAMETERS
  `),
)('the values of %s in an error are not kept', (key) => {
  expect(fieldsOf({ [key]: ['CANARY'] })).toBe(`{"${key}":"***"}`);
});

test.each(words('instancePath dataPath path property propertyName param field'))(
  'what a check says about a secret that %s names is not kept',
  (key) => {
    expect(fieldsOf({ [key]: '/password', received: 'CANARY' })).not.toContain('CANARY');
    expect(fieldsOf({ [key]: '/age', received: 'kept' })).toContain('kept');
    // Broken JSON, as at the end of a long message.
    expect(redaction.errorText(`[{"${key}":"password","received":"CANARY"`)).toBe('***');
  },
);

test.each(words('keyword type kind schemaPath location validation rule origin minimum maximum inclusive'))(
  'the %s of the check stays',
  (key) => {
    const kept = fieldsOf({ path: ['password'], [key]: 'minLength', received: 'CANARY' });
    expect(kept).toBe(`{"path":["password"],"${key}":"minLength","received":"***"}`);
  },
);

test.each(words('value val v data content input received actual given message msg reason context Value'))(
  'without the rest of an error, its %s may be that of a secret',
  (key) => {
    expect(fieldsOf({ [key]: 'CANARY', '…': '…' })).not.toContain('CANARY');
  },
);

test.each(words('name key field header param parameter property attribute variable label id k Name'))(
  'a value next to %s, which names a secret, is not kept',
  (key) => {
    for (const value of words('value val v data content Value'))
      expect(
        redaction.body(JSON.stringify({ [key]: 'token', [value]: 'CANARY' }), 'json', false),
      ).not.toContain('CANARY');
  },
);

test('a type names a value, but not its data; other keys name nothing', () => {
  const body = (fields: object) => redaction.body(JSON.stringify(fields), 'json', false);
  for (const key of ['type', 'Type']) {
    expect(body({ [key]: 'token', value: 'CANARY' })).not.toContain('CANARY');
    expect(body({ [key]: 'token', data: 'kept' })).toContain('kept');
  }
  for (const key of ['surname', 'named', 'prototype'])
    expect(body({ [key]: 'token', value: 'kept' })).toContain('kept');
});

test.each(words('query variables extensions input connectionParams'))(
  'the %s of an operation is not kept',
  (name) => {
    for (const mark of '?&;')
      expect(withoutOperationValues(`/api${mark}${name}=CANARY&page=2`)).toBe(
        `/api${mark}${name}=***&page=2`,
      );
  },
);

test('other parameters of an operation are kept', () => {
  expect(withoutOperationValues('/api?subquery=1&inputs=2#query=3')).toBe('/api?subquery=1&inputs=2#query=3');
});
