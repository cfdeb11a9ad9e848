import { CLIENT_CLASSES } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { DURATION_STEPS, durationStep } from '../durations.ts';
import type { GroupSums } from '../group-counts.ts';
import { clientOf, pathName, routeName } from '../group-name.ts';
import type { GroupTally } from '../group-tally.ts';
import type { GroupBy, KeyedName } from '../groups.ts';
import { compress, decompress, withDecompressed } from './block-codec.ts';
import { VarintReader, VarintWriter } from './varints.ts';

/** A rollup as it is stored. */
export interface Rollup {
  /** The names of the groups. */
  readonly names: Uint8Array;
  /** Varints of each group and class of clients, see `RollupWriter.add`. */
  readonly figures: Uint8Array;
  /** Requests by slot of time, of rows that have at least {@link FEWEST_SLOTTED} requests. */
  readonly slots: Uint8Array;
}

/** The first and the last time say when fewer requests arrived. */
const FEWEST_SLOTTED = 3;
/** Number of classes of clients that the first varint of a row has room for, besides the flag. */
const FLAG = 16;
const SCANNER = CLIENT_CLASSES.indexOf('scanner');

/** The requests of a group that have the same class of client, in order of time. */
interface RollupRow {
  /** The place of the class in `CLIENT_CLASSES`. */
  readonly client: number;
  readonly sums: GroupSums;
  /** The numbers of their slots, counted from that of the first entry of the rollup. */
  readonly slots: Int32Array;
  readonly durationSteps: Int32Array;
}

/** Writes the rollup of some entries, group by group. */
export class RollupWriter {
  readonly #start: number;
  readonly #figures = new VarintWriter();
  readonly #slots = new VarintWriter();
  readonly #steps = new Int32Array(DURATION_STEPS.length);

  /** @param start the time of the first entry */
  constructor(start: number) {
    this.#start = start;
  }

  /**
   * Adds a row.
   * @param isNext whether it is the first row of the next group
   * @param values the number of groups that were added up in it, for rows after those of the last group
   */
  add({ client, sums, slots, durationSteps }: RollupRow, isNext: boolean, values: number | null): void {
    const figures = this.#figures;
    figures.write(client + (isNext ? FLAG : 0));
    if (values !== null) figures.write(values);
    figures.write(sums.requests);
    figures.write(sums.clientErrors);
    figures.write(sums.serverErrors);
    if (client === SCANNER) figures.write(sums.servedToScanners);
    figures.write(sums.first - this.#start);
    if (sums.requests > 1) figures.write(sums.last - sums.first);
    figures.write(sums.duration);
    figures.write(sums.queries);
    figures.write(sums.queryTime);
    if (sums.requests > 1) this.#addDurations(durationSteps);
    if (sums.requests >= FEWEST_SLOTTED) addRuns(this.#slots, slots);
  }

  #addDurations(durationSteps: Int32Array): void {
    const counts = this.#steps;
    let [first, last, different] = [counts.length, 0, 0];
    for (const step of durationSteps) {
      const count = counts[step] ?? 0;
      if (count === 0) different++;
      counts[step] = count + 1;
      if (step < first) first = step;
      if (step > last) last = step;
    }
    this.#figures.write(different);
    let before = 0;
    for (let step = first; step <= last; step++) {
      const count = counts[step] ?? 0;
      if (count === 0) continue;
      this.#figures.write(step - before);
      this.#figures.write(count);
      counts[step] = 0;
      before = step;
    }
  }

  rollup(by: GroupBy, names: readonly KeyedName[]): Rollup {
    return {
      names: compress(JSON.stringify(namesToStore(by, names))),
      figures: compress(this.#figures.bytes()),
      slots: compress(this.#slots.bytes()),
    };
  }
}

/** Adds ascending numbers: how many of them differ, then for each the distance to the one before and how often it occurs. */
function addRuns(writer: VarintWriter, numbers: Int32Array): void {
  let runs = 0;
  for (let at = 0; at < numbers.length; at++) if (at === 0 || numbers[at] !== numbers[at - 1]) runs++;
  writer.write(runs);
  let before = 0;
  for (let at = 0; at < numbers.length; ) {
    const number = numbers[at] ?? 0;
    const start = at;
    while (at < numbers.length && numbers[at] === number) at++;
    writer.write(number - before);
    writer.write(at - start);
    before = number;
  }
}

/** The times of the first and the last entry of a rollup, and the width of its slots. */
export interface RollupTimes {
  readonly start: number;
  readonly end: number;
  /** In µs. */
  readonly slot: number;
}

/** Whether the requests of a rollup can be added to these bins exactly. */
export function fitsBins(
  { start, end, slot }: RollupTimes,
  tally: Pick<GroupTally, 'from' | 'step'>,
): boolean {
  return isInOneBin(start, end, tally) || (tally.from % slot === 0 && tally.step % slot === 0);
}

function isInOneBin(start: number, end: number, { from, step }: Pick<GroupTally, 'from' | 'step'>): boolean {
  return Math.floor((start - from) / step) === Math.floor((end - from) / step);
}

/**
 * Adds a rollup to a tally whose bins it fits.
 * @param classes whether to count clients of each class, in the order of `CLIENT_CLASSES`
 */
export function addRollup(
  { names, figures, slots }: Rollup,
  by: GroupBy,
  times: RollupTimes,
  classes: readonly boolean[],
  tally: GroupTally,
): void {
  const storedNames = JSON.parse(decompress(names)) as StoredNames;
  const add = (slotReader: VarintReader | null) =>
    withDecompressed(figures, (bytes) =>
      addRows(new VarintReader(bytes), slotReader, storedNames, by, times, classes, tally),
    );
  if (isInOneBin(times.start, times.end, tally)) add(null);
  else withDecompressed(slots, (bytes) => add(new VarintReader(bytes)));
}

function addRows(
  figures: VarintReader,
  slots: VarintReader | null,
  names: StoredNames,
  by: GroupBy,
  { start, slot }: RollupTimes,
  classes: readonly boolean[],
  tally: GroupTally,
): void {
  const firstSlot = Math.floor(start / slot);
  let group = -1;
  for (; !figures.isAtEnd; ) {
    const head = figures.read();
    const client = head % FLAG;
    if (head >= FLAG) group++;
    const values = group >= names.values.length ? figures.read() : null;
    const requests = figures.read();
    if (classes[client] !== true) {
      skipRow(figures, slots, client, requests);
      continue;
    }
    const clientErrors = figures.read();
    const serverErrors = figures.read();
    const servedToScanners = client === SCANNER ? figures.read() : 0;
    const first = (start + figures.read()) as Micros;
    const last = (requests > 1 ? first + figures.read() : first) as Micros;
    const duration = figures.read();
    const queries = figures.read();
    const queryTime = figures.read();
    const counts =
      values === null ? tally.countsOf(nameAt(by, names, group, start, tally)) : tally.othersOf(values);
    counts.addSums({
      requests,
      clientErrors,
      serverErrors,
      servedToScanners,
      first,
      last,
      duration,
      queries,
      queryTime,
    });
    counts.addClients(client, requests);
    if (requests === 1) counts.durations.add(durationStep(duration), 1);
    else
      eachRun(figures, (step, count) => {
        if (step < DURATION_STEPS.length) counts.durations.add(step, count);
      });
    if (slots === null) counts.addToBin(tally.binOf(first), requests);
    else if (requests >= FEWEST_SLOTTED)
      eachRun(slots, (number, count) => counts.addToBin(tally.binOf((firstSlot + number) * slot), count));
    else for (const time of requests === 1 ? [first] : [first, last]) counts.addToBin(tally.binOf(time), 1);
  }
}

/** Skips the rest of a row, after its number of requests. */
function skipRow(figures: VarintReader, slots: VarintReader | null, client: number, requests: number): void {
  // Two kinds of errors, the first time, and three sums; then what only some rows have.
  figures.skip(6 + (client === SCANNER ? 1 : 0) + (requests > 1 ? 1 : 0));
  if (requests !== 1) figures.skip(2 * figures.read());
  if (requests >= FEWEST_SLOTTED) slots?.skip(2 * slots.read());
}

function eachRun(reader: VarintReader, use: (number: number, count: number) => void): void {
  let number = 0;
  for (let runs = reader.read(); runs > 0; runs--) {
    number += reader.read();
    use(number, reader.read());
  }
}

/** The values of groups, by time the starts of slots; for routes also their methods, as a place in a list of its own, and whether they are routes. */
interface StoredNames {
  readonly values: readonly string[];
  readonly methods?: readonly string[];
  /** The place of the method, times two, plus one if it is a route. */
  readonly methodOf?: readonly number[];
}

function namesToStore(by: GroupBy, names: readonly KeyedName[]): StoredNames {
  const values = names.map(({ value }) => value);
  if (by !== 'route') return { values };
  const methods = [...new Set(names.map(({ method }) => method))];
  return {
    values,
    methods,
    methodOf: names.map(({ method, isRoute }) => 2 * methods.indexOf(method) + Number(isRoute)),
  };
}

function nameAt(
  by: GroupBy,
  { values, methods, methodOf }: StoredNames,
  group: number,
  start: number,
  tally: GroupTally,
): KeyedName {
  const value = values[group] ?? '';
  // The first slot may begin before the rollup, and then in another bin.
  if (by === 'time') return tally.nameOfTime(Math.max(Number(value), start));
  if (by === 'client') return clientOf(value);
  const more = methodOf?.[group] ?? 0;
  const method = methods?.[more >> 1] ?? '';
  return more & 1 ? routeName(method, value) : pathName(method, value);
}
