import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

test('reads a header that comes again as it did the first time, however its name is spelled', () => {
  const { header } = createRedaction();
  for (let n = 0; n < 4; n++) {
    expect(header('ACCEPT', '*/*')).toEqual(['accept', '*/*']);
    expect(header('accept', '*/*')).toEqual(['accept', '*/*']);
    expect(header('Vary', '*/*')).toEqual(['vary', '*/*']);
    expect(header('Vary', 'a'.repeat(257))).toEqual(['vary', 'a'.repeat(257)]);
    expect(header('Content-Type', 'a; token=CANARY')).toEqual(['content-type', 'a; token=***']);
    expect(header('Referer', '/a?token=CANARY')).toEqual(['referer', '/a?token=***']);
    expect(header('X-Permitted-Cross-Domain-Policies', 'none')[1]).toBe('none');
  }
});

test.each([
  ['', '***'],
  ['a=1;b=2', 'a=***; b=***'],
  ['a=1;', 'a=***; ***'],
  ['=1; a = 2', '=***; a=***'],
  ['a=1=2; b', 'a=***; ***'],
  ['a; b=c', '***; b=***'],
])('keeps only the names of the cookies %j', (cookies, names) => {
  expect(createRedaction().header('Cookie', cookies)).toEqual(['cookie', names]);
});

test('cuts long names of cookies', () => {
  const { header } = createRedaction();
  const longest = `${'a'.repeat(4092)}=`;
  expect(header('Cookie', `${longest}x`)).toEqual(['cookie', `${longest}***`]);
  const names = Array.from({ length: 3000 }, (_, index) => `cookie_${index}`);
  const [, value] = header('Cookie', names.map((name) => `${name}=x`).join('; '));
  const whole = names.map((name) => `${name}=***`).join('; ');
  expect(value?.length).toBeLessThanOrEqual(4096);
  expect(value?.length).toBeGreaterThan(4000);
  expect(value?.endsWith('…cut')).toBe(true);
  expect(whole.startsWith(value?.slice(0, -4) ?? '-')).toBe(true);
});

test('reads the host as a host, and other headers as text', () => {
  const { header } = createRedaction();
  expect(header('Host', 'token.example:3000')).toEqual(['host', 'token.example:3000']);
  expect(header('Warning', '110 jo@shop.example token=CANARY')).toEqual([
    'warning',
    '110 jo@shop.example token=***',
  ]);
});

test.each([7, undefined, null, ['token=CANARY']])(
  'a value of %s, which is not a string, is redacted',
  (value) => {
    const { header } = createRedaction();
    for (const name of ['Location', 'Accept', 'Cookie'])
      expect(header(name, value as unknown as string)).toEqual([name.toLowerCase(), '***']);
  },
);

test('a name that is not a string is redacted', () => {
  expect(createRedaction().header(undefined as unknown as string, 'CANARY')).toEqual(['***', '***']);
});

test('cuts a long value', () => {
  const [, value] = createRedaction().header('Accept', 'a'.repeat(5000));
  expect(value).toBe(`${'a'.repeat(4092)}…cut`);
});

test('keeps an allowed header, except for known formats', () => {
  const { header } = createRedaction({ allow: ['x-trace-token'] });
  expect(header('X-Trace-Token', 'token=a')).toEqual(['x-trace-token', 'token=a']);
  expect(header('X-Trace-Token', '4111111111111111')).toEqual(['x-trace-token', '***card-number***']);
});

test('keeps only four headers with strict', () => {
  const { header } = createRedaction({ strict: true });
  for (const name of ['accept', 'content-length', 'content-type', 'host'])
    expect(header(name, 'a')).toEqual([name, 'a']);
  for (const name of ['user-agent', 'cookie', 'set-cookie', 'location'])
    expect(header(name, 'a=b')).toEqual([name, null]);
});
