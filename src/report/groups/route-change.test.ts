import { expect, test } from 'vitest';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { GroupTally } from '../../store/group-tally.ts';
import { type GroupFigures, keyedName } from '../../store/groups.ts';
import { beginningOf, failsMore, isSlower } from './route-change.ts';

/** The figures of some requests: pairs of duration in ms and status. */
function figures(...requests: readonly (readonly [number, number])[]): GroupFigures {
  const tally = new GroupTally({ from: 0, step: 1 });
  for (const [ms, status] of requests)
    tally.addRequest(
      keyedName('/', 'GET', true),
      sampleProfile({ seq: 1, duration: ms * 1000, status }).entry,
    );
  const [group] = tally.groups(1, null).groups;
  if (!group) throw new Error('no requests');
  return group;
}

const same = (count: number, ms: number, status = 200) =>
  figures(...Array.from({ length: count }, () => [ms, status] as const));

test('a longer p90 counts if it is much longer, with enough requests', () => {
  expect(isSlower(same(20, 60), same(20, 40))).toBe(true);
  expect(isSlower(same(20, 55), same(20, 40))).toBe(false);
  expect(isSlower(same(20, 4), same(20, 1))).toBe(false);
  expect(isSlower(same(19, 600), same(20, 40))).toBe(false);
  expect(isSlower(same(20, 600), same(19, 40))).toBe(false);
});

test('more errors count if they are twice as frequent, with enough requests', () => {
  const some = (errors: number, others: number) =>
    figures(...Array.from({ length: errors + others }, (_, i) => [1, i < errors ? 500 : 200] as const));
  expect(failsMore(some(3, 17), some(0, 20))).toBe(true);
  expect(failsMore(some(2, 18), some(0, 20))).toBe(false);
  expect(failsMore(some(6, 14), some(3, 17))).toBe(true);
  expect(failsMore(some(5, 15), some(3, 17))).toBe(false);
  expect(failsMore(some(3, 997), some(0, 20))).toBe(false);
});

test('finds the first of the bins that are worse', () => {
  const [good, bad] = [same(5, 40), same(5, 120)];
  const began = (...bins: (GroupFigures | null)[]) => beginningOf(bins, same(40, 120), same(40, 40));
  expect(began(good, good, bad, bad)).toBe(2);
  expect(began(good, null, bad, null, bad)).toBe(2);
  // A single request says nothing.
  expect(began(good, same(1, 900), good, bad, bad)).toBe(3);
  // One bin may differ.
  expect(began(good, good, good, bad, good, bad, bad, bad, bad, bad)).toBe(3);
  expect(began(good, bad, good, bad, good, bad)).toBeNull();
  expect(began(bad, bad, bad)).toBeNull();
  expect(began(good, good)).toBeNull();
  expect(began()).toBeNull();
});

test('finds when errors began, if durations are the same', () => {
  const [good, bad] = [same(5, 40), same(5, 40, 500)];
  const now = figures(...Array.from({ length: 40 }, (_, i) => [40, i < 20 ? 500 : 200] as const));
  expect(beginningOf([good, bad, bad], now, same(40, 40))).toBe(1);
});
