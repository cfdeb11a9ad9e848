import { expect, test } from 'vitest';
import type { DropLevel } from './budget.ts';
import { createDetailPolicy, PRODUCTION_DETAILS } from './detail-policy.ts';

const LEVELS: readonly DropLevel[] = [0, 1, 2, 3];

test('all details are kept within the budget, those of failures longest', () => {
  const policy = createDetailPolicy('all');
  expect(LEVELS.map((level) => policy(false, 1, level))).toEqual(['kept', 'kept', 'budget', 'budget']);
  expect(LEVELS.map((level) => policy(true, 1, level))).toEqual(['kept', 'kept', 'kept', 'budget']);
  expect(createDetailPolicy()(false, 1, 0)).toBe('kept');
});

test('without details, not even those of failures are kept', () => {
  expect(LEVELS.map((level) => createDetailPolicy('none')(true, 1e6, level))).toEqual([
    'off',
    'off',
    'off',
    'off',
  ]);
});

test('a rule keeps failures, slow requests and a sample of the others', () => {
  let random = 0.1;
  const policy = createDetailPolicy({ slowerThan: 500, sample: 0.1 }, () => random);
  expect(policy(false, 500, 0)).toBe('policy');
  expect(policy(false, 501, 0)).toBe('kept');
  expect(policy(true, 1, 0)).toBe('kept');
  expect(policy(true, 1, 3)).toBe('budget');
  random = 0.09;
  expect(policy(false, 1, 0)).toBe('kept');
  expect(policy(false, 1, 2)).toBe('budget');
});

test('production keeps the details of requests over half a second, and of one in ten others', () => {
  const kept = (millis: number, random: number) =>
    createDetailPolicy(PRODUCTION_DETAILS, () => random)(false, millis, 0);
  expect([kept(501, 0.99), kept(500, 0.0999)]).toEqual(['kept', 'kept']);
  expect(kept(500, 0.1)).toBe('policy');
});
