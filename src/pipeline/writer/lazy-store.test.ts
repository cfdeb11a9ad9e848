import { expect, test } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import { createLazyStore } from './lazy-store.ts';

function setup() {
  const state = { now: 0, down: true, attempts: 0, opened: 0 };
  const lazy = createLazyStore(
    async () => {
      state.attempts++;
      if (state.down) throw new Error('no such folder');
      state.opened++;
      return openStore('memory:');
    },
    () => state.now,
  );
  return { state, lazy };
}

test('opens the store once', async () => {
  const { state, lazy } = setup();
  state.down = false;
  const [first, second] = await Promise.all([lazy.store(), lazy.store()]);
  expect(first).toBe(second);
  expect(state).toMatchObject({ attempts: 1, opened: 1 });
});

test('backs off after a failure to open', async () => {
  const { state, lazy } = setup();
  const attemptedAt: number[] = [];
  for (; state.now < 20_000; state.now += 10) {
    const before = state.attempts;
    await expect(lazy.store()).rejects.toThrow('no such folder');
    if (state.attempts > before) attemptedAt.push(state.now);
  }
  expect(attemptedAt).toEqual([
    0, 250, 750, 1750, 3750, 5750, 7750, 9750, 11_750, 13_750, 15_750, 17_750, 19_750,
  ]);
  state.down = false;
  state.now += 5000;
  await lazy.store();
  expect(state.opened).toBe(1);
});

test('close() opens nothing, and closes a store that is being opened', async () => {
  const never = setup();
  await never.lazy.close();
  await expect(never.lazy.store()).rejects.toMatchObject({
    code: 'store-closed',
    message: 'The book is closed.',
  });
  expect(never.state.attempts).toBe(0);

  const failed = setup();
  await expect(failed.lazy.store()).rejects.toThrow();
  failed.state.now += 60_000;
  await failed.lazy.close();
  expect(failed.state.attempts).toBe(1);

  const started = setup();
  started.state.down = false;
  const store = started.lazy.store();
  await started.lazy.close();
  await expect((await store).lease(1)).rejects.toMatchObject({ code: 'store-closed' });
});

test('a failure that no caller waits for does not end the process', async () => {
  const { state, lazy } = setup();
  void lazy.store();
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.attempts).toBe(1);
});

test('with the clock of the process, it opens once, and not any more after stopOpening', async () => {
  const lazy = createLazyStore(() => openStore('memory:'));
  const store = await lazy.store();
  lazy.stopOpening();
  expect(await lazy.store()).toBe(store);
  const late = createLazyStore(() => openStore('memory:'));
  late.stopOpening();
  await expect(late.store()).rejects.toMatchObject({ code: 'store-closed' });
});
