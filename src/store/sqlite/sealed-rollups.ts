import type { GroupTally } from '../group-tally.ts';
import type { GroupBy } from '../groups.ts';
import type { OpenSegment } from './plan.ts';
import { addRollup, fitsBins, type Rollup, type RollupTimes } from './rollup-codec.ts';
import type { RollupUse } from './segment-reader.ts';

/** Entries of a sealed segment, by number, both inclusive; with the rollup of exactly these, if it can be used. */
interface RolledStretch {
  readonly first: number;
  readonly last: number;
  readonly rollup: RollupTimes | null;
}

/** Splits a range of entries at the rollups that are wholly in it, the newest entries first. */
export function rolledStretches(
  open: OpenSegment,
  range: { readonly first: number; readonly last: number },
  { by, bins }: RollupUse,
): RolledStretch[] {
  const stored = open
    .prepare(
      "SELECT first, last, slot FROM rollups WHERE grouped = ? AND part = 'largest' ORDER BY first DESC",
    )
    .all(by) as unknown as { first: number; last: number; slot: number }[];
  const stretches: RolledStretch[] = [];
  let { last } = range;
  for (const { slot, ...rolled } of stored) {
    if (rolled.first < range.first || rolled.last > last) continue;
    const rollup = { start: open.timeAt(rolled.first), end: open.timeAt(rolled.last), slot };
    if (!fitsBins(rollup, bins)) continue;
    if (rolled.last < last) stretches.push({ first: rolled.last + 1, last, rollup: null });
    stretches.push({ ...rolled, rollup });
    last = rolled.first - 1;
  }
  if (range.first <= last) stretches.push({ first: range.first, last, rollup: null });
  return stretches;
}

/** Adds the rollup that starts with this entry to a tally. */
export function addSealedRollup(
  prepare: OpenSegment['prepare'],
  { first }: RolledStretch,
  times: RollupTimes,
  by: GroupBy,
  classes: readonly boolean[],
  tally: GroupTally,
): void {
  const read = prepare(
    'SELECT names, figures, slots FROM rollups WHERE grouped = ? AND part = ? AND first = ?',
  );
  for (const part of ['largest', tally.isOverLimit ? 'sum' : 'smaller']) {
    const stored = read.get(by, part, first);
    if (stored) addRollup(stored as unknown as Rollup, by, times, classes, tally);
  }
}
