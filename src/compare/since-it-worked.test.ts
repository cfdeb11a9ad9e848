import { expect, test } from 'vitest';
import type { Profile } from '../profile/profile.ts';
import { type Sample, sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import type { Store } from '../store/store.ts';
import { sinceItWorked } from './since-it-worked.ts';
import { usualDuration } from './usual-duration.ts';

const at = (seq: number, rest: Omit<Sample, 'seq'> = {}): Profile => {
  const profile = sampleProfile({ seq, time: T0 + seq * 1e6, route: '/pay', ...rest });
  return rest.detail === 'policy' ? { ...profile, detail: null } : profile;
};
const failed = (seq: number, rest: Omit<Sample, 'seq'> = {}) => at(seq, { status: 500, ...rest });

async function bookOf(...profiles: Profile[]): Promise<Store> {
  const book = openMemoryStore();
  await book.write({ id: 'a', profiles });
  return book;
}

async function since(profile: Profile, ...earlier: Profile[]) {
  const result = await sinceItWorked(await bookOf(...earlier, profile), profile, {});
  if (result.outcome !== 'found') return result.outcome;
  return { last: result.last.seq, compared: result.compared.entry.seq };
}

test('finds the last request to the same route and method that worked', async () => {
  const others = [at(2, { method: 'POST' }), at(3, { route: '/other' }), failed(4), at(6)];
  expect(await since(failed(5), at(1), ...others)).toEqual({ last: 1, compared: 1 });
});

test('says that it has never worked', async () => {
  expect(await since(failed(5), failed(1), at(2, { route: '/other' }), at(6))).toBe('never');
});

test('a response of 200 with an error has not worked', async () => {
  expect(await since(at(5, { error: 'GraphQLError' }), at(1), at(2, { error: 'GraphQLError' }))).toEqual({
    last: 1,
    compared: 1,
  });
});

test('compares with the newest one whose detail was kept', async () => {
  expect(await since(failed(5), at(1), at(2, { detail: 'policy' }))).toEqual({ last: 2, compared: 1 });
  expect(await since(failed(5), at(2, { detail: 'policy' }))).toEqual({ last: 2, compared: 2 });
});

test('without a route, the same path of the same host counts, with any query', async () => {
  const url = (path: string) => ({ route: '', url: `https://shop.example${path}` });
  const others = [
    at(2, url('/pay/more')),
    at(3, { ...url('/pay'), host: 'other.example' }),
    at(4, url('/p*')),
  ];
  expect(await since(failed(9, url('/pay?b=2')), at(1, url('/PAY?a=1')), ...others)).toEqual({
    last: 1,
    compared: 1,
  });
  expect(await since(failed(9, url('/pay')), at(1, url('/pay')), ...others)).toEqual({
    last: 1,
    compared: 1,
  });
  expect(await since(failed(9, url('/p*')), at(1, url('/pay')))).toBe('never');
});

test('an error stage is compared as its request, a job with its runs', async () => {
  const main = failed(5);
  const stage = failed(6, { kind: 'error', parent: 5, time: main.entry.time });
  expect(await since(stage, at(1), main)).toEqual({ last: 1, compared: 1 });
  const job = { kind: 'job', route: '', url: 'job:mail', operation: 'mail' } as const;
  expect(await since(failed(5, job), at(1, job), at(2, { ...job, operation: 'other' }))).toEqual({
    last: 1,
    compared: 1,
  });
});

test('compares with the same user, then with the same release, then with any', async () => {
  const alike = async (...earlier: Profile[]) => {
    const profile = failed(90, { user: 'u-1', release: '1.5.0' });
    const result = await sinceItWorked(await bookOf(...earlier, profile), profile, {});
    return result.outcome === 'found' && { [result.alike]: result.compared.entry.seq };
  };
  const sameUser = at(1, { user: 'u-1', release: '1.4.0' });
  const sameRelease = at(2, { user: 'u-2', release: '1.5.0' });
  const other = at(80, { user: 'u-2', release: '1.4.0' });
  expect(await alike(sameUser, sameRelease, other)).toEqual({ user: 1 });
  expect(await alike(sameRelease, other)).toEqual({ release: 2 });
  expect(await alike(other)).toEqual({ route: 80 });
  // Behind more requests of others than are read at once.
  const many = Array.from({ length: 40 }, (_, i) => at(10 + i, { user: 'u-2', release: '1.4.0' }));
  expect(await alike(sameUser, sameRelease, ...many)).toEqual({ user: 1 });
  expect(await alike(sameRelease, ...many)).toEqual({ release: 2 });
  // One with a detail says more.
  expect(await alike(at(3, { user: 'u-1', detail: 'policy' }), sameRelease, other)).toEqual({ release: 2 });
  expect(await alike(at(3, { user: 'u-1', detail: 'policy' }))).toEqual({ user: 3 });
});

test('a release that all failures share is the first difference', async () => {
  const first = async (...earlier: Profile[]) => {
    const profile = failed(90, { user: 'u-1', release: '1.5.0', error: 'TypeError' });
    const result = await sinceItWorked(await bookOf(...earlier, profile), profile, {});
    return result.outcome === 'found' ? result.comparison.differences[0]?.subject : undefined;
  };
  const worked = [at(1, { user: 'u-1', release: '1.4.0' }), at(2, { user: 'u-2', release: '1.5.0' })];
  const alsoFailed = failed(50, { user: 'u-3', release: '1.5.0', error: 'TypeError' });
  expect(await first(...worked, alsoFailed)).toBe('release');
  // The user has a request on this release that worked.
  const onRelease = at(3, { user: 'u-1', release: '1.5.0', detail: 'policy' });
  expect(await first(...worked, onRelease, failed(51, { release: '1.4.0' }))).not.toBe('release');
});

test('says how far it searched if the deadline passes', async () => {
  const book = await bookOf(failed(5));
  const searchedTo = T0;
  const slow: Store = {
    ...book,
    search: async () => ({ entries: [], older: null, newer: null, searchedTo }),
  };
  expect(await sinceItWorked(slow, failed(5), {})).toEqual({ outcome: 'unknown', searchedTo });
});

test('the usual duration is the median of the last ones that worked', async () => {
  const usual = [1, 2, 3, 4, 5].map((seq) => at(seq, { duration: seq * 10_000 }));
  const slow = at(9, { duration: 200_000 });
  const book = await bookOf(...usual, failed(6, { duration: 9e6 }), slow);
  const result = await usualDuration(book, slow, {});
  expect(result).toMatchObject({ median: 30_000, sample: 5 });
  expect(result?.slower?.compared.entry.seq).toBe(3);
  expect(await usualDuration(book, at(10, { duration: 40_000 }), {})).toMatchObject({ slower: null });
});

test('few earlier requests say nothing about what is usual', async () => {
  expect(await usualDuration(await bookOf(at(1), at(2)), at(3, { duration: 9e6 }), {})).toBeNull();
});
