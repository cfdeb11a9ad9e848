import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { InProgressList } from './in-progress.ts';

const newItem = (name: string) => ({ name, place: -1 });

test('lists what was added and not deleted, the oldest first', () => {
  const list = new InProgressList<ReturnType<typeof newItem>>();
  const kept: ReturnType<typeof newItem>[] = [];
  for (let n = 0; n < 10_000; n++) {
    const item = newItem(String(n));
    list.add(item);
    if (n % 97 === 0) kept.push(item);
    else list.delete(item);
  }
  expect([...list]).toEqual(kept);
  expect(list.size).toBe(kept.length);
  for (const item of kept) {
    list.delete(item);
    list.delete(item);
  }
  expect([[...list], list.size]).toEqual([[], 0]);
});

test('items may be deleted while they are listed', () => {
  const list = new InProgressList<ReturnType<typeof newItem>>();
  for (let n = 0; n < 200; n++) list.add(newItem(String(n)));
  let seen = 0;
  for (const item of list) {
    list.delete(item);
    seen++;
  }
  expect([seen, list.size]).toEqual([200, 0]);
  list.delete(newItem('never added'));
  expect(list.size).toBe(0);
});

test('what has left the list is freed while it is young', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const list = new InProgressList<{ place: number; data: number[] }>();
  const inProgress: { place: number; data: number[] }[] = [];
  const run = (count: number) => {
    for (let n = 0; n < count; n++) {
      const item = { place: -1, data: Array.from({ length: 100 }, () => n) };
      list.add(item);
      inProgress.push(item);
      const ended = inProgress.length > 8 ? inProgress.shift() : undefined;
      if (ended) list.delete(ended);
    }
  };
  const heapUsed = () => {
    gc({ type: 'minor' });
    gc({ type: 'minor' });
    return process.memoryUsage().heapUsed;
  };
  run(50_000);
  const before = heapUsed();
  run(50_000);
  // All items together are 40 MB.
  expect(heapUsed() - before).toBeLessThan(4e6);
});
