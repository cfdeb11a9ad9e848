import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';
import { createDetailPolicy } from './detail-policy.ts';

test('drops more as the budget is used up, and less as it refills', () => {
  let now = 0;
  const budget = createBudget({ bytesPerSecond: 100, memory: 1 }, () => now);
  const levels: number[] = [];
  for (let n = 0; n < 9; n++) {
    levels.push(budget.level());
    budget.spend(55);
  }
  expect(levels).toEqual([0, 0, 0, 1, 2, 2, 3, 3, 4]);
  now += 900;
  expect(budget.level()).toBe(4);
  now += 1000;
  expect(budget.level()).toBe(3);
  now += 60_000;
  expect(budget.level()).toBe(0);
});

test.each([
  [0.3749, 0],
  [0.375, 1],
  [0.5, 2],
  [0.75, 3],
  [1, 4],
])('after %s of what a burst may use, the level is %s', (share, level) => {
  const budget = createBudget({ bytesPerSecond: 10_000, memory: 1 }, () => 0);
  budget.spend(share * 40_000);
  expect(budget.level()).toBe(level);
});

test('refills by the rate, a second at a time', () => {
  let now = 0;
  const budget = createBudget({ bytesPerSecond: 100, memory: 1 }, () => now);
  budget.spend(400);
  now += 2000;
  expect(budget.level()).toBe(2);
  now += 0.5;
  expect(budget.level()).toBe(1);
  now += 500;
  expect(budget.level()).toBe(0);
});

test('time without requests does not pay for a flood that comes later', () => {
  let now = 0;
  const budget = createBudget({ bytesPerSecond: 100, memory: 1 }, () => now);
  budget.spend(1);
  now += 3_600_000;
  budget.spend(400);
  expect(budget.level()).toBe(4);
});

test('recovers from any flood within seconds', () => {
  let now = 0;
  const budget = createBudget({ bytesPerSecond: 100, memory: 1 }, () => now);
  budget.spend(1e12);
  now += 8000;
  expect(budget.level()).toBe(0);
});

test('the policy decides about details first, then the budget: it drops those of successes before those of failures', () => {
  const all = createDetailPolicy('all');
  const states = (failed: boolean) => [0, 1, 2, 3, 4].map((level) => all(failed, 1, level as 0));
  expect(states(false)).toEqual(['kept', 'kept', 'budget', 'budget', 'budget']);
  expect(states(true)).toEqual(['kept', 'kept', 'kept', 'budget', 'budget']);
  expect(createDetailPolicy('none')(true, 1, 0)).toBe('off');
  const some = createDetailPolicy({ slowerThan: 500, sample: 0.1 }, () => 0.5);
  expect([some(true, 1, 0), some(false, 501, 0), some(false, 1, 0)]).toEqual(['kept', 'kept', 'policy']);
  const sampled = createDetailPolicy({ slowerThan: 500, sample: 0.1 }, () => 0.05);
  expect(sampled(false, 1, 0)).toBe('kept');
});
