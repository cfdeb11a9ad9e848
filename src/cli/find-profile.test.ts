import { expect, test } from 'vitest';
import { ABORTED, PROCESS_EXITED } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { type Sample, sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { findProfile } from './find-profile.ts';

/** The seq of the last error of a book with these requests, the newest last. */
async function lastErrorOf(...samples: readonly Partial<Sample>[]): Promise<number> {
  const store = openMemoryStore();
  const profiles = samples.map((sample, i) => sampleProfile({ ...sample, seq: i + 1, time: T0 + i }));
  await store.write({ id: '1', profiles });
  return (await findProfile(store, 'memory:', 'last-error')).entry.seq;
}

test('the last error is the newest request with a server error or an exception', async () => {
  expect(await lastErrorOf({ status: 500 }, { status: 200, error: 'GraphQLError' }, { status: 200 })).toBe(2);
  expect(await lastErrorOf({ status: 500 }, { status: 404, error: 'NotFoundException' })).toBe(1);
});

test('the request that has crashed the process is the last error, and not those that ended with it', async () => {
  const crash = { status: 499, error: 'SyntaxError' };
  expect(await lastErrorOf({ status: 500 }, crash, { status: 499, error: PROCESS_EXITED })).toBe(2);
  expect(await lastErrorOf({ status: 500 }, { status: 499, error: ABORTED })).toBe(1);
});

test('an error from the future is the last one only if there is no other', async () => {
  const store = openMemoryStore();
  const ahead = ((Date.now() + 3_600_000) * 1000) as Micros;
  const write = (seq: number, time: Micros) =>
    store.write({ id: String(seq), profiles: [sampleProfile({ seq, time, status: 500 })] });
  const last = async () => (await findProfile(store, 'memory:', 'last-error')).entry.seq;
  await write(1, ahead);
  expect(await last()).toBe(1);
  await write(2, T0 as Micros);
  expect(await last()).toBe(2);
});

test('an exception is found below any number of other requests', async () => {
  const others = Array.from({ length: 150 }, () => ({ status: 200 }));
  expect(await lastErrorOf({ status: 200, error: 'GraphQLError' }, ...others)).toBe(1);
});

test('the latest request is not from the future, unless there is no other', async () => {
  const store = openMemoryStore();
  const latest = async () => (await findProfile(store, 'memory:', 'latest')).entry.seq;
  const write = (seq: number, minutes: number) => {
    const time = ((Date.now() + minutes * 60_000) * 1000) as Micros;
    return store.write({ id: String(seq), profiles: [sampleProfile({ seq, time })] });
  };
  await write(1, 2 * 24 * 60);
  expect(await latest()).toBe(1);
  await write(2, -10);
  expect(await latest()).toBe(2);
  await write(3, 0.5);
  expect(await latest()).toBe(3);
});
