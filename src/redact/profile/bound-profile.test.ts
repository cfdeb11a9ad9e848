import { expect, test } from 'vitest';
import type { Body } from '../../profile/body.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Detail } from '../../profile/profile.ts';
import { boundProfile } from './bound-profile.ts';

const LIMITS = {
  method: 32,
  host: 255,
  route: 512,
  error: 128,
  errorGroup: 512,
  operation: 256,
  user: 256,
} as const;
const NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
const texts = (over: number) =>
  Object.fromEntries(NAMES.map((name) => [name, 'x'.repeat(LIMITS[name] + over)]));
const entryOf = (fields: object) => ({ ...texts(0), tags: [], url: 'kept', ...fields }) as unknown as Entry;
const bound = (fields: object) => boundProfile({ entry: entryOf(fields), detail: null }).entry;
const MAX_BODY = 524_288;
const body = (length: number) => ({ text: 'x'.repeat(length), size: length }) as unknown as Body;
const boundBodies = (detail: Partial<Detail>) =>
  boundProfile({ entry: entryOf({}), detail: { httpVersion: '1.1', ...detail } as Detail }).detail;

test('a profile whose texts fit is the same object', () => {
  const tags = Array.from({ length: 16 }, () => 't'.repeat(64));
  const detail = { requestBody: body(MAX_BODY), responseBody: {} } as unknown as Detail;
  const profile = { entry: entryOf({ tags }), detail };
  expect(boundProfile(profile)).toBe(profile);
});

test.each(NAMES)('a long %s is cut, and nothing else', (name) => {
  const long = 'x'.repeat(LIMITS[name] + 1);
  const cut = bound({ [name]: long });
  // That of a user is marked: another user may have the same start.
  expect(cut[name]).toBe(long.slice(0, -1) + (name === 'user' ? '…cut' : ''));
  expect({ ...cut, [name]: '' }).toEqual({ ...entryOf({}), [name]: '' });
});

test('a long tag is cut, and of many tags the first are kept', () => {
  expect(bound({ tags: ['a', 'x'.repeat(65)] }).tags).toEqual(['a', `${'x'.repeat(64)}…cut`]);
  const tags = Array.from({ length: 17 }, (_, n) => `t${n}`);
  expect(bound({ tags }).tags).toEqual(tags.slice(0, 16));
});

test('a long body is cut and marked, and the other one stays', () => {
  const short = body(5);
  expect(boundBodies({ requestBody: body(MAX_BODY + 1), responseBody: short })).toEqual({
    httpVersion: '1.1',
    requestBody: { text: 'x'.repeat(MAX_BODY), size: MAX_BODY + 1, cut: true },
    responseBody: short,
  });
  const cut = boundBodies({ responseBody: body(MAX_BODY + 1) });
  expect(cut?.responseBody).toMatchObject({ cut: true });
  expect(Object.keys(cut ?? {})).toEqual(['httpVersion', 'responseBody']);
});
