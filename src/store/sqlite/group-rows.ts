import { CLIENT_CLASSES } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { DURATION_STEPS, durationStep } from '../durations.ts';
import type { GroupCounts } from '../group-counts.ts';
import type { GroupTally } from '../group-tally.ts';
import { GROUP_BINS, type GroupBy, MAX_GROUPS } from '../groups.ts';
import type { NumberArray } from './columns/numbers.ts';
import { dimensionFigures } from './dimension-figures.ts';
import { type FoundGroups, findGroups } from './find-groups.ts';
import type { NumberColumn, SegmentRows } from './segment-rows.ts';

const COUNTED = ['time', 'dimension', 'duration', 'queries', 'queryTime'] as const;
/** The columns to load. */
export const NUMBERS_TO_GROUP: Readonly<Record<GroupBy, readonly NumberColumn[]>> = {
  client: [...COUNTED, 'ip'],
  route: [...COUNTED, 'url'],
  time: COUNTED,
};
/** A group with fewer rows than this has its durations added one by one. */
const FEW_ROWS = 16;
const CLASSES = CLIENT_CLASSES.length;
const SCANNER = CLIENT_CLASSES.indexOf('scanner');

/** Adds rows to a tally. All numbers are added up in arrays first, so that each group is looked up once. */
export function groupRows(rows: SegmentRows, matches: Int32Array, by: GroupBy, tally: GroupTally): void {
  const found = findGroups(rows, matches, by, tally);
  if (found.sizes.length > MAX_GROUPS) {
    const half = matches.length >> 1;
    groupRows(rows, matches.subarray(0, half), by, tally);
    groupRows(rows, matches.subarray(half), by, tally);
    return;
  }
  const { targets, targetOf } = chooseTargets(found, tally);
  // By target: what is counted among the others comes first.
  const targetOfRow = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) targetOfRow[i] = targetOf[found.places[i] ?? 0] ?? 0;
  addSums(rows, matches, targetOfRow, targets, tally);
  addDurations(rows, matches, targetOfRow, targets);
}

/** The counts that rows are added to, and for each group the place of its counts among them. */
function chooseTargets(
  { sizes, keyOf }: FoundGroups,
  tally: GroupTally,
): { targets: GroupCounts[]; targetOf: Int32Array } {
  const targetOf = new Int32Array(sizes.length);
  const keys = Array.from(sizes, (_, place) => keyOf(place));
  let negligible = 0;
  for (const [place, { key }] of keys.entries()) {
    if (tally.isNegligible(key, sizes[place] ?? 0)) negligible++;
    else targetOf[place] = 1;
  }
  tally.makeRoom(sizes.length - negligible);
  const targets = [tally.othersOf(negligible)];
  for (const [place, { key, nameOf }] of keys.entries())
    if (targetOf[place] === 1) targetOf[place] = targets.push(tally.countsFor(key, nameOf)) - 1;
  return { targets, targetOf };
}

function addSums(
  rows: SegmentRows,
  matches: Int32Array,
  targetOfRow: Int32Array,
  targets: readonly GroupCounts[],
  tally: GroupTally,
): void {
  const times = rows.column('time');
  const [durations, queries, queryTimes] = [
    rows.column('duration'),
    rows.column('queries'),
    rows.column('queryTime'),
  ];
  const dimensionIds = rows.column('dimension');
  const { statusClasses, clients } = dimensionFigures(rows, matches);
  const count = targets.length;
  const requests = new Int32Array(count);
  const clientErrors = new Int32Array(count);
  const serverErrors = new Int32Array(count);
  const served = new Int32Array(count);
  const first = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const duration = new Float64Array(count);
  const queryCount = new Float64Array(count);
  const queryTime = new Float64Array(count);
  const bins = new Int32Array(count * GROUP_BINS);
  const ofClients = new Int32Array(count * CLASSES);
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const target = targetOfRow[i] as number;
    const time = times[row] as number;
    const id = dimensionIds[row] as number;
    const client = clients[id] as number;
    const statusClass = statusClasses[id];
    (requests[target] as number)++;
    if (statusClass === 4) (clientErrors[target] as number)++;
    else if (statusClass === 5) (serverErrors[target] as number)++;
    else if (statusClass === 2 && client === SCANNER) (served[target] as number)++;
    if (time < (first[target] as number)) first[target] = time;
    if (time > (last[target] as number)) last[target] = time;
    (duration[target] as number) += durations[row] as number;
    (queryCount[target] as number) += queries[row] as number;
    (queryTime[target] as number) += queryTimes[row] as number;
    (ofClients[target * CLASSES + client] as number)++;
    const bin = tally.binOf(time);
    // Others are after the asked time.
    if (bin >= 0 && bin < GROUP_BINS) (bins[target * GROUP_BINS + bin] as number)++;
  }
  for (const [target, counts] of targets.entries()) {
    counts.addSums({
      requests: requests[target] ?? 0,
      clientErrors: clientErrors[target] ?? 0,
      serverErrors: serverErrors[target] ?? 0,
      servedToScanners: served[target] ?? 0,
      first: first[target] as Micros,
      last: last[target] as Micros,
      duration: duration[target] ?? 0,
      queries: queryCount[target] ?? 0,
      queryTime: queryTime[target] ?? 0,
    });
    for (let bin = 0; bin < GROUP_BINS; bin++) {
      const inBin = bins[target * GROUP_BINS + bin] as number;
      if (inBin > 0) counts.addToBin(bin, inBin);
    }
    for (let at = 0; at < CLASSES; at++) {
      const ofClass = ofClients[target * CLASSES + at] as number;
      if (ofClass > 0) counts.addClients(at, ofClass);
    }
  }
}

function addDurations(
  rows: SegmentRows,
  matches: Int32Array,
  targetOfRow: Int32Array,
  targets: readonly GroupCounts[],
): void {
  const durations = rows.column('duration');
  const { steps, starts } = stepsByTarget(durations, matches, targetOfRow, targets.length);
  const counted = new Int32Array(DURATION_STEPS.length);
  for (const [target, counts] of targets.entries()) {
    const [start, end] = [starts[target] ?? 0, starts[target + 1] ?? 0];
    if (end - start < FEW_ROWS) {
      for (let i = start; i < end; i++) counts.durations.add(steps[i] ?? 0, 1);
      continue;
    }
    let low = counted.length;
    let high = -1;
    for (let i = start; i < end; i++) {
      const step = steps[i] as number;
      (counted[step] as number)++;
      if (step < low) low = step;
      if (step > high) high = step;
    }
    for (let step = low; step <= high; step++) {
      if (counted[step] !== 0) counts.durations.add(step, counted[step] ?? 0);
      counted[step] = 0;
    }
  }
}

/** The steps of the durations, sorted by target. `starts` has the place of the first one of each target. */
function stepsByTarget(
  durations: NumberArray,
  matches: Int32Array,
  targetOfRow: Int32Array,
  targets: number,
): { steps: Uint16Array; starts: Int32Array } {
  const starts = new Int32Array(targets + 1);
  for (let i = 0; i < targetOfRow.length; i++) (starts[(targetOfRow[i] as number) + 1] as number)++;
  for (let target = 0; target < targets; target++) (starts[target + 1] as number) += starts[target] as number;
  const next = starts.slice();
  const steps = new Uint16Array(matches.length);
  for (let i = 0; i < matches.length; i++) {
    const target = targetOfRow[i] as number;
    steps[next[target] as number] = durationStep(durations[matches[i] as number] as number);
    (next[target] as number)++;
  }
  return { steps, starts };
}
