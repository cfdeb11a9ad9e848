import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

/** Whether the same header is returned for the same name and value, so that it is read only once. */
function isRemembered(
  header: ReturnType<typeof createRedaction>['header'],
  name: string,
  value: string,
): boolean {
  header(name, value);
  const second = header(name, value);
  return header(name, value) === second;
}

test('remembers the headers that most requests have, unless they are long or redacted', () => {
  const { header } = createRedaction();
  for (const name of ['accept', 'Accept-Language', 'x-xss-protection', 'host'])
    expect(isRemembered(header, name, 'en')).toBe(true);
  expect(isRemembered(header, 'x-request-id', 'en')).toBe(false);
  expect(isRemembered(header, 'Vary', 'a'.repeat(256))).toBe(true);
  expect(isRemembered(header, 'Vary', 'a'.repeat(257))).toBe(false);
  expect(isRemembered(header, 'Content-Type', 'a; token=CANARY')).toBe(false);
  expect(header('Content-Type', 'a; token=CANARY')).toEqual(['content-type', 'a; token=***']);
  expect(header('ACCEPT', '*/*')).toEqual(['accept', '*/*']);
  expect(header('Accept-Language', 'en')).toEqual(['accept-language', 'en']);
});

test('remembers the last values of a header, however its name is spelled', () => {
  const { header } = createRedaction();
  const first = [header('Accept', '0'), header('ACCEPT', '0'), header('accept', '0')];
  expect(first[2]).toBe(first[1]);
  for (let n = 1; n < 200; n++) header('Accept', String(n));
  expect(header('Accept', '0')).not.toBe(first[1]);
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
