import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactHeader } from './headers.ts';
import { createRedaction, type RedactionOptions } from './redaction.ts';
import { createRules } from './rules.ts';

const KNOWN_FORMATS = [
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0',
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  '4111 1111 1111 1111',
  '-----BEGIN KEY-----x-----END KEY-----',
  'ftp://a:CANARY@h',
];

test('redacts a value because of its name or its content', () => {
  const { value } = createRedaction();
  expect(value('user[otp]', 'CANARY')).toBe('***');
  expect(value('password', '')).toBe('');
  expect(value('note', 'paid with 4111111111111111')).toBe('paid with ***card-number***');
  expect(value('note', '{"pin":1,"a":2}')).toBe('{"pin":"***","a":2}');
});

test('redacts the last word of a text that was cut', () => {
  const { text } = createRedaction();
  expect(text('connect to db://app:CANA…cut')).toBe('connect to ***…cut');
  expect(text('CANARY…cut')).toBe('***…cut');
});

test('added names match by their words, wherever a name can be', () => {
  const redaction = createRedaction({ add: ['tier', 'tax id', 'internal*', 'user-agent'] });
  expect(redaction.url('/?customerTier=a&tiered=1&TAXID=a&user_tax_id=a&taxidentity=1&internal_note=a')).toBe(
    '/?customerTier=***&tiered=1&TAXID=***&user_tax_id=***&taxidentity=1&internal_note=***',
  );
  for (const text of [
    'tier "CANARY"',
    'tier=CANARY',
    '{"path":"tier","value":"CANARY"}',
    '<tier>CANARY</tier>',
  ])
    expect(redaction.text(text)).not.toContain('CANARY');
  expect(redaction.value('tier', 'CANARY')).toBe('***');
  expect(redaction.header('User-Agent', 'CANARY')).toEqual(['user-agent', null]);
});

describe('with names allowed', () => {
  const redaction = createRedaction({ allow: ['State', 'tax token', 'authorization', 'cookie', 'location'] });

  test('keeps their values', () => {
    const url = '/cb?state=sfdgh3498fgh3fgh34978fgh&userTaxToken=kept&code=CANARY78901234567890&token=CANARY';
    expect(redaction.url(url)).toBe(
      '/cb?state=sfdgh3498fgh3fgh34978fgh&userTaxToken=kept&code=***&token=***',
    );
    expect(redaction.text('taxToken=kept token=CANARY')).toBe('taxToken=kept token=***');
    expect(redaction.value('tax_token', 'kept')).toBe('kept');
    expect(redaction.header('Authorization', 'Bearer abc123')).toEqual(['authorization', 'Bearer abc123']);
    expect(redaction.header('Cookie', 'sid=1; b=2')).toEqual(['cookie', 'sid=1; b=2']);
    expect(redaction.header('Location', '/cb?sid=1')).toEqual(['location', '/cb?sid=1']);
  });

  test.each(KNOWN_FORMATS)('still redacts %s', (secretText) => {
    const secret = /CANARY|eyJ|ghp_|4111|BEGIN/;
    expect(redaction.url(`https://h/?state=${encodeURIComponent(secretText)}`)).not.toMatch(secret);
    expect(redaction.text(`state="${secretText}"`)).not.toMatch(secret);
    expect(redaction.value('state', secretText)).not.toMatch(secret);
    for (const header of ['authorization', 'cookie', 'location'])
      expect(redaction.header(header, `x ${secretText}`)[1]).not.toMatch(secret);
  });
});

test('redacts all values with strict, except those of allowed names', () => {
  const { url, text, value } = createRedaction({ strict: true, allow: ['page'] });
  expect(url('https://h:80/a;v=CANARY/b?q=CANARY&page=2&CANARY&e=')).toMatch(
    /^https:\/\/h:80\/a;v=\*\*\*.*&page=2&\*\*\*&e=$/,
  );
  expect(url('https://h/plain/path')).toBe('https://h/plain/path');
  expect(text('GET /?q=CANARY&page=2 took: 3 ms')).toBe('GET /?q=***&page=2 took: 3 ms');
  expect(value('colour', 'CANARY')).toBe('***');
  expect(value('page', '2')).toBe('2');
});

describe('on failure', () => {
  test.each([undefined, null, { length: 3 }, ['a=b'], Symbol('s')])(
    'redacts %s, which is not a string',
    (input) => {
      const redaction = createRedaction();
      const notText = input as unknown as string;
      expect(redaction.url(notText)).toBe('***');
      expect(redaction.host(notText)).toBe('***');
      expect(redaction.text(notText)).toBe('***');
      expect(redaction.statement(notText, '')).toBe('***');
      expect(redaction.errorText(notText)).toBe('***');
      expect(redaction.errorFields(notText)).toBe('"***"');
      expect(redaction.value('note', notText)).toBe('***');
      expect(redaction.value(notText, 'CANARY')).toBe('***');
    },
  );

  test('redacts the value if a rule throws', () => {
    const fail = () => {
      throw new Error('failed');
    };
    const rules = { ...createRules([], [], false), judge: fail, isSecret: fail };
    const { url, text } = createRedaction({}, fail);
    expect(url('https://h/?token=CANARY')).toBe('***');
    expect(text('token=CANARY')).toBe('***');
    expect(createRedactHeader(rules)('accept', 'a=CANARY')).toEqual(['accept', '***']);
  });

  test('never throws, whatever the text is', () => {
    const { text, url, errorText } = createRedaction();
    const parts = [
      ...'%+=/@#?: {}[]"\'\\`<>&;|,\n',
      '%2',
      '%25',
      '%41',
      '//',
      '4111',
      'token',
      'select ',
      '\\u00',
      '&#',
    ];
    const part = fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (list) => {
        for (const redact of [text, url, errorText]) expect(redact(list.join(''))).toBeTypeOf('string');
      }),
    );
  });
});

test.each([
  [{ add: 'ssn' }, `Invalid option redact.add: expected a list of names such as ['ssn'], got "ssn".`],
  [{ add: [7] }, "Invalid option redact.add[0]: expected a name such as 'ssn', got 7."],
  [{ add: ['ssn', ''] }, `Invalid option redact.add[1]: expected a name such as 'ssn', got "".`],
  [{ add: ['[]'] }, `Invalid option redact.add[0]: expected a name such as 'ssn', got "[]".`],
  [{ allow: [null] }, "Invalid option redact.allow[0]: expected a name such as 'ssn', got null."],
  [{ allow: ['  '] }, `Invalid option redact.allow[0]: expected a name such as 'ssn', got "  ".`],
  [
    { add: ['a1b2c'], allow: ['A1B2C'] },
    'Both redact.add and redact.allow contain "A1B2C". Remove it from one of them.',
  ],
  [{ strict: 'yes' }, `Invalid option redact.strict: expected true or false, got "yes".`],
  [{ user: 'md5' }, `Invalid option redact.user: expected 'hash', got "md5".`],
  [{ allowed: [] }, 'Unknown option redact.allowed. Did you mean redact.allow?'],
  [true, 'Invalid option redact: expected an object with add, allow, strict, user, got a boolean.'],
  [null, 'Invalid option redact: expected an object with add, allow, strict, user, got null.'],
  [['ssn'], 'Invalid option redact: expected an object with add, allow, strict, user, got a list.'],
])('refuses %j and explains why', (options, message) => {
  expect(() => createRedaction(options as RedactionOptions)).toThrow(
    expect.objectContaining({ code: 'bad-option', message }),
  );
});
