import { copyText } from '../../../format/cut-text.ts';
import { ipText } from '../../../net/ip.ts';
import { foldPath } from '../../fold-path.ts';
import { clientName, errorName } from '../../group-name.ts';
import type { GroupKey, GroupTally } from '../../group-tally.ts';
import { type GroupBy, type KeyedName, keyedName } from '../../groups.ts';
import { networkDigits, networkFinder, networkHash } from '../columns/ipv6.ts';
import type { BinRun, SegmentRows } from '../columns/segment-rows.ts';
import type { SegmentDimensions } from './dimensions.ts';

/** Makes a name. It must not keep the segment in memory. */
type LazyName = () => KeyedName;

/** The groups of some rows. */
export interface FoundGroups {
  /** For each row, the place of its group. */
  readonly places: Int32Array;
  readonly count: number;
  keyOf(place: number): GroupKey;
  nameOf(place: number, key: GroupKey): LazyName;
  /** A hash, if the key of the group takes long to make: most groups are not counted yet, and their hash is enough to know that. */
  hashOf(place: number): number | null;
}

export function findGroups(
  rows: SegmentRows,
  matches: Int32Array,
  dimensions: SegmentDimensions,
  by: GroupBy,
  tally: GroupTally,
  runs: readonly BinRun[],
): FoundGroups {
  switch (by) {
    case 'client':
      return byClient(rows, matches);
    case 'user':
      return byUser(rows, matches);
    case 'route':
      return byRoute(rows, matches, dimensions);
    case 'error':
      return byError(rows, matches, dimensions);
    case 'time':
      return byTime(matches, tally, runs);
  }
}

function byClient(rows: SegmentRows, matches: Int32Array): FoundGroups {
  const { ipv4, ipv6 } = rows.ipKeys();
  const keys = ipv6();
  const find = networkFinder(keys);
  const ids = idsOf(rows, 'ip', matches);
  const firstIds = number(ids, ipv4.length, (id) => (keys.isIpv6[id] === 1 ? find(id) : id));
  const keyOf = (place: number) => {
    const id = firstIds[place] ?? 0;
    const key = ipv4[id] ?? Number.NaN;
    // As an integer of 32 bits, because a map finds these faster than larger numbers.
    if (!Number.isNaN(key)) return key | 0;
    return keys.isIpv6[id] === 1 ? networkDigits(keys, id) : `=${rows.ipAt(id)}`;
  };
  return {
    places: ids,
    count: firstIds.length,
    keyOf,
    nameOf: (_, key) => nameOfClient(key),
    hashOf(place) {
      const id = firstIds[place] ?? 0;
      return keys.isIpv6[id] === 1 ? networkHash(keys, id) : null;
    },
  };
}

/** @param key of a client: an IPv4 address, the first half of an IPv6 address, or any text after an equals sign */
function nameOfClient(key: GroupKey): LazyName {
  return () => {
    if (typeof key === 'number') return clientName(ipText(key));
    return clientName(key.startsWith('=') ? key.slice(1) : ipText(key.padEnd(32, '0')));
  };
}

function byUser(rows: SegmentRows, matches: Int32Array): FoundGroups {
  const ids = idsOf(rows, 'user', matches);
  const firstOf = new Map<string, number>();
  // A version without this column has an empty list: all rows have the id 0.
  const firstIds = number(ids, Math.max(1, rows.users.length), (id) => {
    const user = rows.users.at(id);
    const first = firstOf.get(user) ?? id;
    firstOf.set(user, first);
    return first;
  });
  return named(
    ids,
    firstIds.map((id) => keyedName(rows.users.at(id))),
  );
}

/** A request without a route belongs to the path of its URL. */
function byRoute(
  rows: SegmentRows,
  matches: Int32Array,
  { routes, routeNames }: SegmentDimensions,
): FoundGroups {
  const [dimensionIds, urls] = [rows.column('dimension'), rows.column('url')];
  const isRoute = Uint8Array.from(routeNames, (name) => (name.isRoute ? 1 : 0));
  /** The methods of requests without a route, and for each name one more than the place of its method. */
  const methods: string[] = [];
  const methodOf = new Int32Array(routeNames.length);
  const size = rows.urls.length;
  const ids = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const route = routes[dimensionIds[row] as number] as number;
    ids[i] = route;
    if (isRoute[route] === 1) continue;
    if (methodOf[route] === 0) methodOf[route] = methods.push(routeNames[route]?.method ?? '');
    ids[i] = routeNames.length + ((methodOf[route] as number) - 1) * size + (urls[row] as number);
  }
  const nameOf = (id: number) => {
    const at = id - routeNames.length;
    const path = () => keyedName(foldPath(rows.urls.at(at % size)), methods[Math.floor(at / size)]);
    return routeNames[id] ?? path();
  };
  const byKey = new Map<string, number>();
  const firstIds = number(ids, routeNames.length + methods.length * size, (id) => {
    const { key } = nameOf(id);
    const first = byKey.get(key) ?? id;
    byKey.set(key, first);
    return first;
  });
  return named(ids, firstIds.map(nameOf));
}

function byError(rows: SegmentRows, matches: Int32Array, { ids: known }: SegmentDimensions): FoundGroups {
  const dimensionIds = rows.column('dimension');
  const ids = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) ids[i] = dimensionIds[matches[i] as number] as number;
  const nameOf = (id: number) => errorName(rows.dimensionsOf(id) ?? { error: '', errorGroup: '' });
  const byKey = new Map<string, number>();
  const firstIds = number(ids, known.length, (id) => {
    const { key } = nameOf(id);
    const first = byKey.get(key) ?? id;
    byKey.set(key, first);
    return first;
  });
  return named(ids, firstIds.map(nameOf));
}

function byTime(matches: Int32Array, tally: GroupTally, runs: readonly BinRun[]): FoundGroups {
  const places = new Int32Array(matches.length);
  for (const [place, { from, to }] of runs.entries()) places.fill(place, from, to);
  const names = runs.map(({ bin }) => tally.nameOfTime(tally.from + Math.max(0, bin) * tally.step));
  return named(places, names);
}

/** @param names by place */
function named(places: Int32Array, names: readonly KeyedName[]): FoundGroups {
  return {
    places,
    count: names.length,
    keyOf: (place) => names[place]?.key ?? '',
    nameOf(place) {
      const name = names[place] as KeyedName;
      const copied = { ...name, value: copyText(name.value) };
      return () => copied;
    },
    hashOf: () => null,
  };
}

/** The ids that the matches have in a column. */
function idsOf(rows: SegmentRows, name: 'ip' | 'user', matches: Int32Array): Int32Array {
  const column = rows.column(name);
  const ids = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) ids[i] = column[matches[i] as number] as number;
  return ids;
}

/**
 * Replaces ids by the places of their groups, from 0 on. Returns an id of each group.
 * @param firstOf finds the first id of the same group, among those that it was called with
 */
function number(ids: Int32Array, count: number, firstOf: (id: number) => number): number[] {
  /** By id, one more than its place. */
  const placeOf = new Int32Array(count);
  const firstIds: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (placeOf[id] === 0) {
      const first = firstOf(id);
      if (first === id) firstIds.push(id);
      placeOf[id] = first === id ? firstIds.length : (placeOf[first] as number);
    }
    ids[i] = (placeOf[id] as number) - 1;
  }
  return firstIds;
}
