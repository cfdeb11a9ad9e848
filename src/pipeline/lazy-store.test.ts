import { expect, test } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { createLazyStore } from './lazy-store.ts';

function setup() {
  const state = { now: 0, down: true, tries: 0, opened: 0 };
  const opening = createLazyStore(
    async () => {
      state.tries++;
      if (state.down) throw new Error('no such folder');
      state.opened++;
      return openStore('memory:');
    },
    () => state.now,
  );
  return { state, opening };
}

test('a book that is open is opened once', async () => {
  const { state, opening } = setup();
  state.down = false;
  const [first, second] = await Promise.all([opening.store(), opening.store()]);
  expect(first).toBe(second);
  expect(state).toMatchObject({ tries: 1, opened: 1 });
});

test('a book that could not be opened is tried again after a while, not whenever it is asked for', async () => {
  const { state, opening } = setup();
  const triedAt: number[] = [];
  for (; state.now < 20_000; state.now += 10) {
    const before = state.tries;
    await expect(opening.store()).rejects.toThrow('no such folder');
    if (state.tries > before) triedAt.push(state.now);
  }
  expect(triedAt).toEqual([0, 250, 750, 1750, 3750, 8750, 13_750, 18_750]);
  state.down = false;
  state.now += 5000;
  await opening.store();
  expect(state.opened).toBe(1);
});

test('closing opens nothing, and closes what is just being opened', async () => {
  const never = setup();
  await never.opening.close();
  await expect(never.opening.store()).rejects.toMatchObject({ code: 'store-closed' });
  expect(never.state.tries).toBe(0);

  const failed = setup();
  await expect(failed.opening.store()).rejects.toThrow();
  failed.state.now += 60_000;
  await failed.opening.close();
  expect(failed.state.tries).toBe(1);

  const begun = setup();
  begun.state.down = false;
  const store = begun.opening.store();
  await begun.opening.close();
  await expect((await store).lease(1)).rejects.toMatchObject({ code: 'store-closed' });
});
