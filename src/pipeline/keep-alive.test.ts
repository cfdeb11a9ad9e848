import { expect, test } from 'vitest';
import { keepAlive } from './keep-alive.ts';

/** Only timers that keep the process alive are listed. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('keeps the process alive until the work is done, or has failed', async () => {
  const before = timers();
  const { promise, resolve } = Promise.withResolvers<string>();
  const kept = keepAlive(promise);
  expect(timers()).toBe(before + 1);
  resolve('done');
  expect(await kept).toBe('done');
  await expect(keepAlive(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(timers()).toBe(before);
});
