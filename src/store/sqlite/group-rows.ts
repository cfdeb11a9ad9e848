import { first64 } from '../../net/ip.ts';
import { CLIENT_CLASSES } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { DURATION_STEPS, durationStep } from '../durations.ts';
import { foldPath } from '../fold-path.ts';
import type { GroupCounts } from '../group-counts.ts';
import { clientName, pathName, routeName } from '../group-name.ts';
import type { GroupKey, GroupTally } from '../group-tally.ts';
import type { GroupBy, KeyedName } from '../groups.ts';
import type { NumberArray } from './columns/numbers.ts';
import type { NumberColumn, SegmentRows } from './segment-rows.ts';

const COUNTED = ['time', 'dimension', 'duration', 'queries', 'queryTime'] as const;
/** The columns to load. */
export const NUMBERS_TO_GROUP: Readonly<Record<GroupBy, readonly NumberColumn[]>> = {
  client: [...COUNTED, 'ip'],
  route: [...COUNTED, 'url'],
  time: COUNTED,
};

/** Adds rows to a tally: first sorts them by their group, so that each group is looked up once. */
export function groupRows(rows: SegmentRows, matches: Int32Array, by: GroupBy, tally: GroupTally): void {
  const { placeOf, keyOf } = groupFinder(rows, by, tally);
  const places = new Int32Array(matches.length);
  const sizes: number[] = [];
  const firstRows: number[] = [];
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] ?? 0;
    const place = placeOf(row, sizes.length);
    places[i] = place;
    if (place === sizes.length) {
      sizes.push(0);
      firstRows.push(row);
    }
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const ends = new Int32Array(sizes.length);
  for (let place = 0, end = 0; place < ends.length; place++) {
    end += sizes[place] ?? 0;
    ends[place] = end;
  }
  const starts = ends.slice();
  const sorted = new Int32Array(matches.length);
  for (let i = matches.length - 1; i >= 0; i--) {
    const place = places[i] ?? 0;
    const at = (starts[place] ?? 0) - 1;
    starts[place] = at;
    sorted[at] = matches[i] ?? 0;
  }
  const add = createAdder(rows, tally);
  /** Rows of groups that are counted among the others. */
  const rest = new Int32Array(matches.length);
  let restLength = 0;
  let restGroups = 0;
  for (let place = 0; place < ends.length; place++) {
    const size = sizes[place] ?? 0;
    const group = sorted.subarray(starts[place], ends[place]);
    const { key, nameOf } = keyOf(firstRows[place] ?? 0);
    if (tally.isNegligible(key, size)) {
      rest.set(group, restLength);
      restLength += size;
      restGroups++;
    } else add(group, tally.countsFor(key, nameOf));
  }
  if (restLength > 0) add(rest.subarray(0, restLength), tally.othersOf(restGroups));
}

/** What finds the group of a row. */
interface GroupFinder {
  /** The place of the row's group among those of the part: `next` for the first row of a group. */
  placeOf(row: number, next: number): number;
  keyOf(row: number): { key: GroupKey; nameOf: () => KeyedName };
}

function groupFinder(rows: SegmentRows, by: GroupBy, tally: GroupTally): GroupFinder {
  if (by === 'client') return clientFinder(rows);
  return by === 'route' ? routeFinder(rows) : timeFinder(rows, tally);
}

/** Addresses of IPv6 that differ in their first half only by what follows are one client: they are joined by their key. */
function clientFinder(rows: SegmentRows): GroupFinder {
  const ips = rows.column('ip');
  const { ipv4, others } = rows.ipKeys();
  const places = placesById();
  return {
    placeOf: (row, next) => places(ips[row] ?? 0, next),
    keyOf(row) {
      const id = ips[row] ?? 0;
      const nameOf = () => clientName(rows.ipAt(id));
      const number = ipv4[id] ?? Number.NaN;
      // As an integer of 32 bits, because a map finds these faster than larger numbers.
      if (!Number.isNaN(number)) return { key: number | 0, nameOf };
      const key = others[id] ?? null;
      return { key: typeof key === 'string' ? `:${first64(key)}` : `=${rows.ipAt(id)}`, nameOf };
    },
  };
}

function routeFinder(rows: SegmentRows): GroupFinder {
  const [dimensionIds, urls] = [rows.column('dimension'), rows.column('url')];
  const routed = placesById();
  const byMethod = new Map<string, ReturnType<typeof placesById>>();
  /** For each id of dimensions, the places of the URLs with their method; `null` if they have a route. */
  const unrouted: (ReturnType<typeof placesById> | null | undefined)[] = [];
  const find = (id: number) => {
    const { method = '', route = '' } = rows.dimensionsOf(id) ?? {};
    if (route !== '') return null;
    const places = byMethod.get(method) ?? placesById();
    byMethod.set(method, places);
    return places;
  };
  return {
    placeOf(row, next) {
      const id = dimensionIds[row] ?? 0;
      let places = unrouted[id];
      if (places === undefined) {
        places = find(id);
        unrouted[id] = places;
      }
      return places ? places(urls[row] ?? 0, next) : routed(id, next);
    },
    keyOf(row) {
      const { method = '', route = '' } = rows.dimensionsOf(dimensionIds[row] ?? 0) ?? {};
      const name =
        route === '' ? pathName(method, foldPath(rows.urls.at(urls[row] ?? 0))) : routeName(method, route);
      return { key: name.key, nameOf: () => name };
    },
  };
}

function timeFinder(rows: SegmentRows, tally: GroupTally): GroupFinder {
  const times = rows.column('time');
  const places = placesById();
  return {
    placeOf: (row, next) => places(tally.binOf(times[row] ?? 0), next),
    keyOf(row) {
      const name = tally.nameOfTime(times[row] ?? 0);
      return { key: name.key, nameOf: () => name };
    },
  };
}

function placesById(): (id: number, next: number) => number {
  const places: (number | undefined)[] = [];
  return (id, next) => {
    places[id] ??= next;
    return places[id] ?? next;
  };
}

/** Adds the rows of one group to its counts. */
function createAdder(rows: SegmentRows, tally: GroupTally) {
  const times = rows.column('time');
  const [durations, queries, queryTimes] = [
    rows.column('duration'),
    rows.column('queries'),
    rows.column('queryTime'),
  ];
  const dimensionIds = rows.column('dimension');
  const dimensions = knownOf(rows);
  const { statusClasses, clients } = dimensions;
  const steps = new Int32Array(DURATION_STEPS.length);
  const ofClients = new Int32Array(CLIENT_CLASSES.length);
  return (group: Int32Array, counts: GroupCounts): void => {
    let clientErrors = 0;
    let serverErrors = 0;
    let servedToScanners = 0;
    let duration = 0;
    let queryCount = 0;
    let queryTime = 0;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    let bin = Number.NaN;
    let inBin = 0;
    ofClients.fill(0);
    for (let i = 0; i < group.length; i++) {
      const row = group[i] ?? 0;
      const time = times[row] ?? 0;
      if (time < first) first = time;
      if (time > last) last = time;
      const id = dimensionIds[row] ?? 0;
      if (clients[id] === undefined) readDimensions(rows, dimensions, id);
      const statusClass = statusClasses[id] ?? 0;
      const client = clients[id] ?? 0;
      if (statusClass === 4) clientErrors++;
      else if (statusClass === 5) serverErrors++;
      else if (statusClass === 2 && client === SCANNER) servedToScanners++;
      ofClients[client] = (ofClients[client] ?? 0) + 1;
      duration += durations[row] ?? 0;
      queryCount += queries[row] ?? 0;
      queryTime += queryTimes[row] ?? 0;
      const ofRow = tally.binOf(time);
      if (ofRow !== bin) {
        if (inBin > 0) counts.addToBin(bin, inBin);
        bin = ofRow;
        inBin = 0;
      }
      inBin++;
    }
    counts.addToBin(bin, inBin);
    counts.addSums({
      ...{ requests: group.length, clientErrors, serverErrors, servedToScanners },
      ...{ first: first as Micros, last: last as Micros, duration, queries: queryCount, queryTime },
    });
    for (let client = 0; client < ofClients.length; client++)
      counts.addClients(client, ofClients[client] ?? 0);
    addDurations(group, durations, counts, steps);
  };
}

const SCANNER = CLIENT_CLASSES.indexOf('scanner');

/** @param steps counts that are 0, and are 0 again afterwards */
function addDurations(
  group: Int32Array,
  durations: NumberArray,
  counts: GroupCounts,
  steps: Int32Array,
): void {
  let low = steps.length;
  let high = -1;
  for (let i = 0; i < group.length; i++) {
    const step = durationStep(durations[group[i] ?? 0] ?? 0);
    steps[step] = (steps[step] ?? 0) + 1;
    if (step < low) low = step;
    if (step > high) high = step;
  }
  for (let step = low; step <= high; step++) {
    const count = steps[step] ?? 0;
    if (count === 0) continue;
    counts.durations.add(step, count);
    steps[step] = 0;
  }
}

/** The class of the status and the place of the client's class, by id of dimensions. */
interface KnownDimensions {
  readonly statusClasses: (number | undefined)[];
  readonly clients: (number | undefined)[];
}

const known = new WeakMap<SegmentRows, KnownDimensions>();

function knownOf(rows: SegmentRows): KnownDimensions {
  const existing = known.get(rows) ?? { statusClasses: [], clients: [] };
  known.set(rows, existing);
  return existing;
}

function readDimensions(rows: SegmentRows, { statusClasses, clients }: KnownDimensions, id: number): void {
  const { status = 0, client = 'unknown' } = rows.dimensionsOf(id) ?? {};
  statusClasses[id] = Math.floor(status / 100);
  clients[id] = CLIENT_CLASSES.indexOf(client);
}
