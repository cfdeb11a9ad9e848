import { expect, test } from 'vitest';
import { progressText } from './progress.ts';

test('has rate and time left as soon as they mean something', () => {
  const step = { done: 120_000, total: 900_000, noun: 'profiles' };
  expect(progressText({ ...step, ms: 500 })).toBe('120,000 of 900,000 profiles (13%)');
  expect(progressText({ ...step, ms: 2000 })).toBe('120,000 of 900,000 profiles (13%), 60,000/s, 13 s left');
  expect(progressText({ done: 0, total: 0, noun: 'segments', ms: 5000 })).toBe('0 of 0 segments (100%)');
});
