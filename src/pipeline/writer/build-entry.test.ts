import { expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import type { Exception } from '../../profile/profile.ts';
import type { Seq, TokenKey } from '../../profile/token.ts';
import { createRedaction, type RedactionOptions } from '../../redact/redaction.ts';
import type { Draft, RawDetail } from '../draft/draft.ts';
import { createProfileBuilder } from './build-profiles.ts';

const PROCESS = { service: 'shop', instance: 'a1', environment: 'staging', release: '1.2.3' };
const KEY: TokenKey = [1, 2, 3, 4];

function build(target: string, overrides: Partial<Draft> = {}, options?: RedactionOptions) {
  const buildProfiles = createProfileBuilder(createRedaction(options), PROCESS);
  return buildProfiles(sampleDraft(target, overrides), () => 100 as Seq, KEY);
}
const entryOf = (...args: Parameters<typeof build>) => build(...args)[0]?.entry;

const DETAIL: RawDetail = { httpVersion: '1.1', socketIp: '::1', headers: [], sent: '', exception: null };

test('an entry has what was read of the request, and the process that served it', () => {
  const draft = sampleDraft('/a', { seq: 5 as Seq, status: 201, requestBytes: 7, tags: ['beta'] });
  const [profile] = createProfileBuilder(createRedaction(), PROCESS)(draft, () => 100 as Seq, KEY);
  expect(profile).toEqual({
    entry: {
      seq: 5,
      time: draft.time,
      status: 201,
      ip: '203.0.113.7',
      method: 'GET',
      url: 'https://h/a',
      host: 'h',
      route: '',
      operation: '',
      duration: 1500,
      requestBytes: 7,
      responseBytes: 120,
      userAgent: 'curl/8',
      trace: '',
      kind: 'main',
      parent: null,
      error: '',
      errorGroup: '',
      client: 'tool',
      user: '',
      tags: ['beta'],
      queries: 0,
      queryTime: 0,
      ...PROCESS,
      detail: 'off',
    },
    detail: null,
  });
});

test('a job has no client, and its name is its URL', () => {
  expect(entryOf('job:mail', { kind: 'job' })).toMatchObject({ client: 'unknown', url: 'job:mail' });
});

test('a user is redacted, or hashed with the key of the book', () => {
  expect(entryOf('/', { user: 'jo' })?.user).toBe('jo');
  expect(entryOf('/', { user: 'password=CANARY' })?.user).toBe('password=***');
  const hashed = entryOf('/', { user: 'jo' }, { user: 'hash' })?.user;
  expect(hashed).toMatch(/^\S{8,}$/);
  expect(entryOf('/', { user: 'jo' }, { user: 'hash' })?.user).toBe(hashed);
  expect(entryOf('/', {}, { user: 'hash' })?.user).toBe('');
});

test('a user agent is redacted and has at most 512 characters', () => {
  expect(entryOf('/', { agent: 'app/1 token=CANARY' })?.userAgent).toBe('app/1 token=***');
  expect(entryOf('/', { agent: 'a '.repeat(300) })?.userAgent).toHaveLength(512);
  expect(entryOf('/', { agent: '' })?.userAgent).toBe('');
});

test('the values of an operation are removed from its URL, those of a search stay', () => {
  const target = '/graphql?query=%7Bme%7D&page=2';
  expect(entryOf(target, { operation: 'query me' })?.url).not.toContain('me%7D');
  expect(entryOf(target)?.url).toBe(`https://h${target}`);
});

test('counts queries and the time that they cover, with a detail or without', () => {
  expect(entryOf('/', { queryTimes: [10, 30, 20, 50] })).toMatchObject({ queries: 2, queryTime: 40 });
  const query = { kind: 'sql', name: 'select 1', system: 'postgresql', error: '', parent: null } as const;
  const spans = [
    { ...query, at: 100, duration: 50 },
    // Still open: it ends with the request, or with what came after it.
    { ...query, at: 1000, duration: null },
  ];
  const withSpans = (activity: RawDetail['activity']) =>
    entryOf('/', { state: 'kept', duration: 1500, detail: { ...DETAIL, activity: activity ?? null } });
  expect(withSpans({ spans })).toMatchObject({ queries: 2, queryTime: 550 });
  expect(
    entryOf('/', {
      duration: 0,
      detail: { ...DETAIL, activity: { spans: [{ ...query, at: 0, duration: null }] } },
    }),
  ).toMatchObject({ queries: 1, queryTime: 0 });
  expect(withSpans({ spans, phases: { finished: 2000 } })).toMatchObject({ queries: 2, queryTime: 1050 });
});

test('reads response headers without a status line, and ignores lines that are none', () => {
  const sent =
    'content-type: text/plain\r\nnonsense\r\n: empty\r\ncontent-length:   12\r\ncache-control:no-store: x\r\na:1';
  const [profile] = build('/', { state: 'kept', detail: { ...DETAIL, sent } });
  expect(profile?.detail?.responseHeaders).toEqual([
    ['content-type', 'text/plain'],
    ['content-length', '12'],
    ['cache-control', 'no-store: x'],
    ['a', null],
  ]);
});

test('bodies are stored, redacted', () => {
  const kept = Buffer.from('{"password":"CANARY"}');
  const requestBody = { type: 'application/json', bytes: kept.length, kept, missing: null };
  const [profile] = build('/', { state: 'kept', detail: { ...DETAIL, requestBody } });
  expect(profile?.detail?.requestBody?.text).toBe('{"password":"***"}');
});

test('activity and headers are stored once, with the request, and each stage has its own exception', () => {
  const failed = (name: string): Exception => ({ name, message: '', stack: '', cause: null });
  const detail = {
    ...DETAIL,
    headers: ['accept', '*/*'],
    exception: failed('TypeError'),
    activity: { cpu: 9 },
  };
  const stages = [
    { seq: null, kind: 'sub' as const, name: 'cart', duration: 1, exception: failed('RangeError') },
    { seq: null, kind: 'sub' as const, name: 'user', duration: 2 },
    { seq: null, kind: 'error' as const, name: '', duration: 3 },
  ];
  const profiles = build('/', {
    state: 'kept',
    error: 'TypeError',
    operation: 'op',
    queryTimes: [1, 2],
    detail,
    stages,
  });
  expect(profiles.map((profile) => profile.detail?.exception?.name)).toEqual([
    'TypeError',
    'RangeError',
    undefined,
    'TypeError',
  ]);
  expect(profiles.map((profile) => profile.detail?.requestHeaders.length)).toEqual([1, 0, 0, 0]);
  expect(profiles.map((profile) => profile.detail?.cpu)).toEqual([9, undefined, undefined, undefined]);
  expect(profiles.map(({ entry }) => [entry.route, entry.error, entry.operation])).toEqual([
    ['', 'TypeError', 'op'],
    ['cart', 'RangeError', ''],
    ['user', '', ''],
    ['', 'TypeError', 'op'],
  ]);
});

test('a stage has no queries of its own, and no detail if its request has none', () => {
  const stages = [{ seq: null, kind: 'sub' as const, name: 'cart', duration: 1 }];
  const [main, stage] = build('/', { queryTimes: [1, 2], stages });
  expect(main?.entry.queries).toBe(1);
  expect(stage?.entry).toMatchObject({ queries: 0, queryTime: 0, errorGroup: '' });
  expect(stage?.detail).toBeNull();
});
