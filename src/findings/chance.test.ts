import { describe, expect, test } from 'vitest';
import { chanceOfLead, chanceOfMore } from './chance.ts';

describe('the chance of a larger share', () => {
  test.each([
    // The tea of Fisher's lady, and tables whose values are known.
    [3, 4, 1, 4, 0.2429],
    [4, 4, 0, 4, 0.0143],
    [9, 12, 2, 12, 0.0059],
    [20, 20, 0, 1000, 0],
  ])('%i of %i beside %i of %i', (count, of, restCount, restOf, chance) => {
    expect(chanceOfMore({ count, of }, { count: restCount, of: restOf })).toBeCloseTo(chance, 3);
  });

  test('a share that is not larger is chance', () => {
    expect(chanceOfMore({ count: 1, of: 10 }, { count: 10, of: 100 })).toBe(1);
    expect(chanceOfMore({ count: 0, of: 0 }, { count: 0, of: 0 })).toBe(1);
    expect(chanceOfMore({ count: 0, of: 10 }, { count: 5, of: 10 })).toBe(1);
  });

  test('millions of requests take no longer', () => {
    const chance = chanceOfMore({ count: 50_300, of: 1_000_000 }, { count: 500_000, of: 10_000_000 });
    // The normal distribution says 0.095.
    expect(chance).toBeCloseTo(0.095, 2);
    expect(chanceOfMore({ count: 60_000, of: 1_000_000 }, { count: 500_000, of: 10_000_000 })).toBeLessThan(
      1e-100,
    );
  });
});

test('a lead is chance in small samples only', () => {
  expect(chanceOfLead(0.3, [20, 20])).toBeGreaterThan(0.1);
  expect(chanceOfLead(0.3, [200, 200])).toBeLessThan(1e-7);
  expect(chanceOfLead(-0.3, [200, 200])).toBe(1);
  expect(chanceOfLead(0.5, [0, 0])).toBe(1);
});
