import { expect, test } from 'vitest';
import type { Activity, Span } from '../../profile/profile.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { redactTrail } from './redact-trail.ts';

const redaction = createRedaction();
const line = (text: string, level = '') =>
  redactTrail({ logs: [{ at: 1, source: 'stdout', level, text }] }, redaction).logs?.[0];
const name = (kind: Span['kind'], text: string, system?: string) =>
  redactTrail(
    { spans: [{ kind, name: text, at: 1, duration: 2, parent: null, ...(system && { system }) }] },
    redaction,
  ).spans?.[0]?.name;

test('redacts the text of a log line', () => {
  expect(line('login with password=CANARY', 'warn')).toEqual({
    at: 1,
    source: 'stdout',
    level: 'warn',
    text: 'login with password=***',
  });
  expect(line("{ user: 'jo', password: 'CANARY' }")?.text).not.toContain('CANARY');
});

test('shows the message of a line of pino that was cut', () => {
  expect(
    line('{"msg":"say \\"token=CANARY\\"","level":30,"req":{"url":"/?password=CANARY2…cut', 'info'),
  ).toEqual({
    at: 1,
    source: 'stdout',
    level: 'info',
    text: 'say "token=***"',
    fields: expect.not.stringContaining('CANARY'),
  });
  expect(line('{"msg":"not JSON", and no end}', 'info')?.text).toContain('{"msg"');
});

test('parses a JSON log line into message, level and other fields', () => {
  expect(
    line('{"level":30,"time":1,"pid":2,"hostname":"h","msg":"token=CANARY","user":"jo","apiKey":"CANARY"}'),
  ).toEqual({
    at: 1,
    source: 'stdout',
    level: 'info',
    text: 'token=***',
    fields: '{"user":"jo","apiKey":"***"}',
  });
  expect(line('{"level":"warn","message":"slow","timestamp":"t"}')).toEqual({
    at: 1,
    source: 'stdout',
    level: 'warn',
    text: 'slow',
  });
  expect(line('{"level":30,"msg":"cut of…cut')?.text).toContain('{"level":30');
});

test("parses a line of Nest's logger into level, message and context", () => {
  const of = (level: string, text: string) => line(`[Nest] 4711  - 11/16/2026, 6:41:02 AM ${level} ${text}`);
  expect(of('   WARN', '[Cart] token=CANARY +12ms')).toEqual({
    at: 1,
    source: 'stdout',
    level: 'warn',
    text: 'token=***',
    fields: '{"context":"Cart"}',
  });
  expect(of('VERBOSE', 'no context')).toEqual({
    at: 1,
    source: 'stdout',
    level: 'verbose',
    text: 'no context',
  });
  expect(of('   LOG', '[Cart] Object(1) {\n  "id": 7\n}')?.text).toBe('Object(1) {\n  "id": 7\n}');
  expect(of('  OTHER', 'level')?.level).toBe('');
  expect(line('[other] 1 line')?.text).toBe('[other] 1 line');
});

test('replaces the values of statements and cache keys, and redacts URLs', () => {
  expect(name('sql', "SELECT * FROM users WHERE email = 'CANARY@shop.example'", 'mysql')).toBe(
    'SELECT * FROM users WHERE email = ?',
  );
  expect(name('cache', 'GET sess:CANARY', 'redis')).toBe('GET sess:?');
  expect(name('cache', 'GET user:CANARY', 'redis')).toBe('GET user:?');
  expect(name('cache', 'GET settings', 'redis')).toBe('GET settings');
  expect(name('cache', 'AUTH CANARY', 'redis')).toBe('AUTH ***');
  expect(name('cache', 'HELLO CANARY', 'redis')).toBe('HELLO ?');
  expect(name('cache', 'GET 9f8aCANARY', 'redis')).toBe('GET ?');
  expect(name('cache', 'PING', 'redis')).toBe('PING');
  expect(name('http', 'GET https://jo:CANARY@h/x?token=CANARY&page=2')).toBe(
    'GET https://***@h/x?token=***&page=2',
  );
  expect(name('app', 'render for token=CANARY')).toBe('render for token=***');
});

test('redacts notes by their keys and keeps measurements unchanged', () => {
  const activity: Activity = {
    phases: { headers: 3, finished: 5 },
    notes: [
      { key: 'password', value: 'CANARY' },
      { key: 'cart', value: '{ items: 3, token: "CANARY" }' },
    ],
    cpu: 7,
    omitted: { logs: 2 },
  };
  const { notes, ...rest } = redactTrail(activity, redaction);
  expect(notes?.[0]).toEqual({ key: 'password', value: '***' });
  expect(notes?.[1]?.value).toContain('items: 3');
  expect(JSON.stringify(notes)).not.toContain('CANARY');
  expect(rest).toEqual({ phases: { headers: 3, finished: 5 }, cpu: 7, omitted: { logs: 2 } });
});

test('redacts the database and the calling line of a query', () => {
  const span = { kind: 'sql', name: 'SELECT 1', at: 1, duration: 2, parent: null } as const;
  const texts = { database: 'postgres://u:CANARY@h/d', calledFrom: 'app/token=CANARY/x.js:1:2' };
  expect(JSON.stringify(redactTrail({ spans: [{ ...span, ...texts }] }, redaction))).not.toContain('CANARY');
  const plain = { database: 'shop', calledFrom: 'src/orders.js:12:20' };
  expect(redactTrail({ spans: [{ ...span, ...plain }] }, redaction).spans?.[0]).toMatchObject(plain);
});

test.each([
  ['{"level":10,"msg":"a"}', 'trace', 'a', undefined],
  ['{"level":20,"msg":"a"}', 'debug', 'a', undefined],
  ['{"level":40,"msg":"a"}', 'warn', 'a', undefined],
  ['{"level":50,"msg":"a"}', 'error', 'a', undefined],
  ['{"level":60,"msg":"a"}', 'fatal', 'a', undefined],
  ['{"level":35,"msg":"a"}', '35', 'a', undefined],
  ['{"msg":"a","b":1}', '', 'a', '{"b":1}'],
  ['{"msg":{"a":1}}', '', '{"a":1}', undefined],
  ['{"msg":7}', '', '7', undefined],
  ['{"b":"c"}', '', '', '{"b":"c"}'],
  ['{}', '', '', undefined],
  [' {"msg":"a"}', '', ' {"msg":"a"}', undefined],
  ['[1]', '', '[1]', undefined],
])('reads the line %s', (text, level, message, fields) => {
  const expected = { at: 1, source: 'stdout', level, text: message };
  expect(line(text)).toEqual(fields === undefined ? expected : { ...expected, fields });
});

test('the level of the method that logged counts first', () => {
  expect(line('{"level":30,"msg":"a"}', 'error')?.level).toBe('error');
  const nest = '[Nest] 1  - 11/16/2026, 6:41:02 AM   WARN [Cart] a';
  expect(line(nest, 'error')).toEqual({ at: 1, source: 'stdout', level: 'error', text: nest });
});

test('an activity without texts is the same', () => {
  const activity: Activity = { phases: { headers: 3, finished: 5 } };
  expect(redactTrail(activity, redaction)).toBe(activity);
});

test('redacts the name of a call as a URL, and that of other spans as a text', () => {
  expect(name('http', 'GET https://token.example:3000/a')).toBe('GET https://token.example:3000/a');
  expect(name('http', 'GET /a?token=CANARY CANARY')).toBe('GET /a?token=***');
  expect(name('app', 'a token:1234 x')).toBe('a token:***');
});

test('a statement that a text would keep is reduced to its fingerprint', () => {
  expect(name('sql', "VALUES ('CANARY')", 'mysql')).toBe('VALUES (?)');
});

test('redacts the system and the error of a span', () => {
  const span = { name: 'a', at: 1, duration: 2, parent: null } as const;
  const redacted = (kind: Span['kind'], more: Partial<Span>) =>
    redactTrail({ spans: [{ ...span, kind, ...more }] }, redaction).spans?.[0];
  expect(redacted('app', {})).toEqual({ ...span, kind: 'app' });
  expect(Object.keys(redacted('app', {}) ?? {})).toEqual(['name', 'at', 'duration', 'parent', 'kind']);
  expect(redacted('app', { system: 'token=CANARY' })?.system).toBe('token=***');
  expect(redacted('http', { error: 'bad "value" here' })?.error).toBe('bad "value" here');
  expect(redacted('sql', { error: 'bad "value" here' })?.error).toBe('bad ? here');
});
