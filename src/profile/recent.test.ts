import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('what is asked for stays, what is not goes, and there are never more than twice as many', () => {
  const recent = createRecent<number>(100);
  recent.set('often', -1);
  for (let n = 0; n < 10_000; n++) {
    recent.set(`once ${n}`, n);
    expect(recent.get('often')).toBe(-1);
  }
  expect(recent.get('once 9999')).toBe(9999);
  const kept = Array.from({ length: 10_000 }, (_, n) => recent.get(`once ${n}`)).filter(
    (n) => n !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(99);
  expect(kept.length).toBeLessThanOrEqual(200);
});
