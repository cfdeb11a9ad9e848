import { describe, expect, test } from 'vitest';
import { createRedactHeader } from './headers.ts';
import { createRedaction, type RedactionOptions } from './redaction.ts';
import { createRules } from './rules.ts';
import { redactText } from './text.ts';
import { redactUrl } from './url.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';
const GITHUB = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const KNOWN_FORMATS = [
  JWT,
  GITHUB,
  '4111 1111 1111 1111',
  '-----BEGIN KEY-----x-----END KEY-----',
  'ftp://a:CANARY@h',
];

describe('by default', () => {
  const redaction = createRedaction();

  test('matches the single functions', () => {
    const rules = createRules([], [], false);
    expect(redaction.url('https://h/?token=CANARY')).toBe(redactUrl('https://h/?token=CANARY', rules));
    expect(redaction.header('Cookie', 'a=CANARY')).toEqual(createRedactHeader(rules)('Cookie', 'a=CANARY'));
    expect(redaction.text('pin: CANARY')).toBe(redactText('pin: CANARY', rules));
  });

  test('redacts a value because of its name or its content', () => {
    expect(redaction.value('password', 'CANARY')).toBe('***');
    expect(redaction.value('user[otp]', 'CANARY')).toBe('***');
    expect(redaction.value('password', '')).toBe('');
    expect(redaction.value('note', 'paid with 4111111111111111')).toBe('paid with ***');
    expect(redaction.value('note', 'token%3DCANARY')).toBe('***');
    expect(redaction.value('note', 'all is well')).toBe('all is well');
  });

  test('keeps the values of the documented headers only', () => {
    const kept = [
      'host',
      'user-agent',
      'accept',
      'accept-language',
      'content-type',
      'content-length',
      'referer',
    ];
    for (const name of [
      ...kept,
      'traceparent',
      'x-request-id',
      'cache-control',
      'etag',
      'range',
      'if-none-match',
    ])
      expect(redaction.header(name, 'x')).toEqual([name, 'x']);
    for (const name of ['authorization', 'x-forwarded-for', 'www-authenticate', 'x-csrf-token', 'x-anything'])
      expect(redaction.header(name, 'x')).toEqual([name, null]);
  });

  test('redacts the last word of a text that was cut', () => {
    expect(redaction.text('connect to db://app:CANA…cut')).toBe('connect to ***…cut');
    expect(redaction.text('CANARY…cut')).toBe('***…cut');
  });
});

describe('with names added', () => {
  const redaction = createRedaction({ add: ['ssn', 'user-agent'] });

  test('redacts them in URLs, texts and values', () => {
    expect(redaction.url('https://h/?userSsn=CANARY&page=2')).toBe('https://h/?userSsn=***&page=2');
    expect(redaction.text('{"ssn":"CANARY"}')).toBe('{"ssn":***}');
    expect(redaction.value('ssn', 'CANARY')).toBe('***');
    expect(redaction.header('User-Agent', 'CANARY')).toEqual(['user-agent', null]);
  });
});

describe('with names allowed', () => {
  const redaction = createRedaction({ allow: ['State', 'authorization', 'cookie', 'location'] });

  test('keeps their values', () => {
    expect(redaction.url('https://h/?state=CA&code=CANARY')).toBe('https://h/?state=CA&code=***');
    expect(redaction.text('state=CA token=CANARY')).toBe('state=CA token=***');
    expect(redaction.value('state', 'CA')).toBe('CA');
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

describe('with strict', () => {
  const redaction = createRedaction({ strict: true, allow: ['page', 'user-agent'] });

  test('redacts all values of a query', () => {
    expect(redaction.url('https://h:80/a;v=CANARY/b?q=CANARY&page=2&CANARY&e=#CANARY')).toBe(
      'https://h:80/a;v=***?q=***&page=2&***&e=#***',
    );
    expect(redaction.url('https://h/plain/path')).toBe('https://h/plain/path');
    expect(redaction.text('GET /?q=CANARY&page=2 took: 3 ms')).toBe('GET /?q=***&page=2 took: 3 ms');
    expect(redaction.value('colour', 'CANARY')).toBe('***');
    expect(redaction.value('page', '2')).toBe('2');
  });

  test('keeps the values of a few headers only', () => {
    for (const name of ['host', 'content-type', 'content-length', 'accept', 'user-agent'])
      expect(redaction.header(name, 'x')).toEqual([name, 'x']);
    expect(redaction.header('Host', 'auth.example:3000')).toEqual(['host', 'auth.example:3000']);
    for (const name of ['referer', 'x-request-id', 'cookie', 'set-cookie', 'accept-language', 'etag'])
      expect(redaction.header(name, 'a=CANARY')).toEqual([name, null]);
  });
});

describe('on failure', () => {
  test('redacts input that is not a string', () => {
    const redaction = createRedaction();
    const inputs = [
      undefined,
      null,
      7,
      {},
      [],
      ['a=b'],
      Symbol('s'),
      { length: 3 },
      () => 'x',
    ] as unknown[] as string[];
    for (const input of inputs) {
      expect(redaction.url(input)).toBe('***');
      expect(redaction.text(input)).toBe('***');
      expect(redaction.value('note', input)).toBe('***');
      expect(redaction.value(input, 'CANARY')).toBe('***');
      expect(redaction.header('accept', input)).toEqual(['accept', '***']);
      expect(redaction.header('Cookie', input)).toEqual(['cookie', '***']);
      expect(redaction.header(input, 'CANARY')).toEqual(['***', '***']);
    }
  });

  test('redacts the value if a rule throws', () => {
    const fail = () => {
      throw new Error('failed');
    };
    const rules = { ...createRules([], [], false), isSuspect: fail, isSecret: fail };
    expect(redactUrl('https://h/?a=CANARY', rules)).toBe('***');
    expect(redactText('a=CANARY', rules)).toBe('***');
    expect(createRedactHeader(rules)('accept', 'a=CANARY')).toEqual(['accept', '***']);
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
