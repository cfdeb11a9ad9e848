import { CLIENT_CLASSES } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Term } from '../../../search/criteria.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { DURATION_STEPS, durationStep } from '../../durations.ts';
import type { GroupCounts } from '../../group-counts.ts';
import { type GroupKey, GroupTally, noGroups } from '../../group-tally.ts';
import {
  GROUP_BINS,
  type GroupBy,
  type Groups,
  groupCounting,
  groupedTerms,
  MAX_GROUPS,
} from '../../groups.ts';
import {
  type BinRun,
  binRuns,
  type NumberColumn,
  type SegmentRows,
  timeOf,
} from '../columns/segment-rows.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { type FoundGroups, findGroups } from './find-groups.ts';
import { parseTerms } from './parse-terms.ts';
import { coveredRange, readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';

const COUNTED = ['dimension', 'duration', 'queries', 'queryTime'] as const;
/** The columns to load. */
const NUMBERS_TO_GROUP: Readonly<Record<GroupBy, readonly NumberColumn[]>> = {
  client: [...COUNTED, 'ip'],
  user: [...COUNTED, 'user'],
  route: [...COUNTED, 'url'],
  error: COUNTED,
  time: COUNTED,
};
/** Groups that stay if there are very many, in case one of them becomes one of the largest. */
const FEWEST_KEPT = 1000;
/** A group with fewer rows than this has its durations added one by one. */
const FEW_ROWS = 16;
/** In place of the step of a duration that percentiles leave out. */
const NOT_TIMED = DURATION_STEPS.length;
const MONITOR = CLIENT_CLASSES.indexOf('monitor');
/** Up to 5xx. Any other status is counted in class 0. */
const STATUS_CLASSES = 6;
/** The combinations of a client class and a status class. */
const OUTCOMES = CLIENT_CLASSES.length * STATUS_CLASSES;

/** Groups all matches, newest first, until the deadline. */
export function* groupBook(
  { segments, seqOf, tuning }: BookReader,
  terms: readonly Term[],
  by: GroupBy,
  limit: number,
): Sliced<Groups> {
  const parsed = parseTerms(groupedTerms(terms, by), seqOf);
  const listed = segments();
  const range = coveredRange(listed, parsed);
  if (!range) return noGroups();
  const kept = Math.min(MAX_GROUPS, Math.max(FEWEST_KEPT, 4 * limit));
  const tally = new GroupTally(groupCounting(range, terms, by), kept);
  const searchedTo = yield* readNewestFirst(
    listed,
    parsed,
    tuning.longestScan,
    ({ rows, dimensions, matches }) => groupRows(rows, matches(NUMBERS_TO_GROUP[by]), dimensions, by, tally),
  );
  return tally.groups(limit, searchedTo);
}

/** Rows, and for each the place of the counts that it is added to. Place 0 is for the groups that are not counted separately. */
interface Targeted {
  readonly rows: SegmentRows;
  /** In the order of time. */
  readonly matches: Int32Array;
  readonly targetOf: Int32Array;
  /** The number of rows of each target. */
  readonly sizes: Int32Array;
  readonly targets: readonly GroupCounts[];
}

/** Adds rows to a tally. Adds up all numbers in arrays first, so that it looks up each group once. */
function groupRows(
  rows: SegmentRows,
  matches: Int32Array,
  dimensions: SegmentDimensions,
  by: GroupBy,
  tally: GroupTally,
): void {
  const runs = binRuns(rows, matches, tally);
  const targeted = chooseTargets(
    rows,
    matches,
    findGroups(rows, matches, dimensions, by, tally, runs),
    tally,
  );
  if (targeted === 'too many') {
    const half = matches.length >> 1;
    groupRows(rows, matches.subarray(0, half), dimensions, by, tally);
    groupRows(rows, matches.subarray(half), dimensions, by, tally);
    return;
  }
  addOutcomes(targeted, dimensions);
  addTimes(targeted, runs);
  addDurations(targeted, tally.timesMonitors ? null : dimensions);
}

function chooseTargets(
  rows: SegmentRows,
  matches: Int32Array,
  { places, count, keyOf, nameOf, hashOf }: FoundGroups,
  tally: GroupTally,
): Targeted | 'too many' {
  const counts = new Int32Array(count);
  for (let i = 0; i < places.length; i++) (counts[places[i] as number] as number)++;
  const kept: { readonly place: number; readonly key: GroupKey }[] = [];
  let added = 0;
  for (let place = 0; place < count; place++) {
    const hash = hashOf(place);
    const key = hash === null || tally.mayHave(hash) ? keyOf(place) : null;
    const isKnown = key !== null && tally.has(key);
    if (!isKnown && tally.isNegligible(counts[place] as number)) continue;
    if (!isKnown) added++;
    kept.push({ place, key: key ?? keyOf(place) });
  }
  if (added > MAX_GROUPS) return 'too many';
  tally.makeRoom(added);
  const targets = [tally.othersOf(count - kept.length)];
  const targetOfPlace = new Int32Array(count);
  for (const { place, key } of kept)
    targetOfPlace[place] = targets.push(tally.countsFor(key, nameOf(place, key), hashOf(place))) - 1;
  const targetOf = places;
  const sizes = new Int32Array(targets.length);
  for (let i = 0; i < places.length; i++) {
    const target = targetOfPlace[places[i] as number] as number;
    targetOf[i] = target;
    (sizes[target] as number)++;
  }
  return { rows, matches, targetOf, sizes, targets };
}

function addOutcomes(
  { rows, matches, targetOf, targets }: Targeted,
  { statusClasses, clients }: SegmentDimensions,
): void {
  const dimensionIds = rows.column('dimension');
  const outcomes = clients.map((client, id) => {
    const statusClass = statusClasses[id] ?? 0;
    return client * STATUS_CLASSES + (statusClass < STATUS_CLASSES ? statusClass : 0);
  });
  const counted = new Int32Array(targets.length * OUTCOMES);
  for (let i = 0; i < matches.length; i++) {
    const id = dimensionIds[matches[i] as number] as number;
    (counted[(targetOf[i] as number) * OUTCOMES + (outcomes[id] as number)] as number)++;
  }
  for (const [target, counts] of targets.entries())
    for (let outcome = 0; outcome < OUTCOMES; outcome++) {
      const count = counted[target * OUTCOMES + outcome] as number;
      if (count > 0) counts.addOutcome(Math.floor(outcome / STATUS_CLASSES), outcome % STATUS_CLASSES, count);
    }
}

/** Adds the first and the last time, and the requests over time. */
function addTimes({ rows, matches, targetOf, targets }: Targeted, runs: readonly BinRun[]): void {
  const count = targets.length;
  /** Positions among the matches. */
  const [first, last] = [new Int32Array(count).fill(-1), new Int32Array(count)];
  const bins = new Int32Array(count * GROUP_BINS);
  for (const { bin, from, to } of runs) {
    // The last bins may be after the time that was asked for.
    const isShown = bin >= 0 && bin < GROUP_BINS;
    for (let i = from; i < to; i++) {
      const target = targetOf[i] as number;
      if (isShown) (bins[target * GROUP_BINS + bin] as number)++;
      if (first[target] === -1) first[target] = i;
      last[target] = i;
    }
  }
  for (const [target, counts] of targets.entries()) {
    if (first[target] === -1) continue;
    counts.addTime(timeOf(rows, matches[first[target] ?? 0] ?? 0) as Micros);
    counts.addTime(timeOf(rows, matches[last[target] ?? 0] ?? 0) as Micros);
    for (let bin = 0; bin < GROUP_BINS; bin++) {
      const inBin = bins[target * GROUP_BINS + bin] as number;
      if (inBin > 0) counts.addToBin(bin, inBin);
    }
  }
}

/**
 * Adds durations and queries. The steps of the durations are sorted by target first.
 * @param untimed those of a segment whose monitors percentiles leave out
 */
function addDurations(
  { rows, matches, targetOf, sizes, targets }: Targeted,
  untimed: SegmentDimensions | null,
): void {
  const dimensionIds = rows.column('dimension');
  const clients = untimed?.clients.includes(MONITOR) ? untimed.clients : null;
  const durations = rows.column('duration');
  const [queries, queryTimes] = [rows.column('queries'), rows.column('queryTime')];
  const sums = new Float64Array(targets.length * 3);
  const steps = new Uint16Array(matches.length);
  const ends = new Int32Array(targets.length);
  for (let target = 1; target < ends.length; target++)
    ends[target] = (ends[target - 1] as number) + (sizes[target - 1] as number);
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const target = targetOf[i] as number;
    const duration = durations[row] as number;
    (sums[target * 3] as number) += duration;
    (sums[target * 3 + 1] as number) += queries[row] as number;
    (sums[target * 3 + 2] as number) += queryTimes[row] as number;
    const isTimed = clients === null || clients[dimensionIds[row] as number] !== MONITOR;
    steps[ends[target] as number] = isTimed ? durationStep(duration) : NOT_TIMED;
    (ends[target] as number)++;
  }
  const counted = new Int32Array(NOT_TIMED + 1);
  for (const [target, counts] of targets.entries()) {
    const end = ends[target] ?? 0;
    const ofTarget = steps.subarray(end - (sizes[target] ?? 0), end);
    counts.addAmounts(sums[target * 3] ?? 0, sums[target * 3 + 1] ?? 0, sums[target * 3 + 2] ?? 0);
    countSteps(ofTarget, counted, counts);
  }
}

/** @param counted zeros, one for each step and {@link NOT_TIMED} */
function countSteps(steps: Uint16Array, counted: Int32Array, { durations }: GroupCounts): void {
  if (steps.length < FEW_ROWS) {
    for (const step of steps) if (step !== NOT_TIMED) durations.add(step, 1);
    return;
  }
  let low = counted.length;
  let high = -1;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as number;
    (counted[step] as number)++;
    if (step < low) low = step;
    if (step > high) high = step;
  }
  for (let step = low; step <= high; step++) {
    if (counted[step] !== 0 && step !== NOT_TIMED) durations.add(step, counted[step] ?? 0);
    counted[step] = 0;
  }
}
