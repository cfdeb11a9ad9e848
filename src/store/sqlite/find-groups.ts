import { first64 } from '../../net/ip.ts';
import { foldPath } from '../fold-path.ts';
import { clientName, pathName, routeName } from '../group-name.ts';
import type { GroupKey, GroupTally } from '../group-tally.ts';
import type { GroupBy, KeyedName } from '../groups.ts';
import type { SegmentRows } from './segment-rows.ts';

interface NamedKey {
  readonly key: GroupKey;
  readonly nameOf: () => KeyedName;
}

/** The groups of some rows. The same group may be found more than once. */
export interface FoundGroups {
  /** For each row, the place of its group. */
  readonly places: Int32Array;
  /** For each group, the number of its rows. */
  readonly sizes: Int32Array;
  keyOf(place: number): NamedKey;
}

export function findGroups(
  rows: SegmentRows,
  matches: Int32Array,
  by: GroupBy,
  tally: GroupTally,
): FoundGroups {
  if (by === 'client') return byClient(rows, matches);
  return by === 'route' ? byRoute(rows, matches) : byTime(rows, matches, tally);
}

function byClient(rows: SegmentRows, matches: Int32Array): FoundGroups {
  const column = rows.column('ip');
  const ids = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) ids[i] = column[matches[i] as number] as number;
  const { ipv4, others } = rows.ipKeys();
  return placesOf(ids, ipv4.length, (id) => {
    const nameOf = () => clientName(rows.ipAt(id));
    const number = ipv4[id] ?? Number.NaN;
    // As an integer of 32 bits, because a map finds these faster than larger numbers.
    if (!Number.isNaN(number)) return { key: number | 0, nameOf };
    const key = others()[id] ?? null;
    return { key: typeof key === 'string' ? `:${first64(key)}` : `=${rows.ipAt(id)}`, nameOf };
  });
}

/** A request without a route belongs to the path of its URL. */
function byRoute(rows: SegmentRows, matches: Int32Array): FoundGroups {
  const [dimensionIds, urls] = [rows.column('dimension'), rows.column('url')];
  const methods: string[] = [];
  const routes: { readonly name: KeyedName; readonly route: string; readonly method: string }[] = [];
  /** For each id of dimensions: from 1 on the place of its route, below 0 that of its method. */
  const places: (number | undefined)[] = [];
  const placeOf = (id: number): number => {
    const { method = '', route = '' } = rows.dimensionsOf(id) ?? {};
    if (route === '') return -(methods.includes(method) ? methods.indexOf(method) + 1 : methods.push(method));
    const known = routes.findIndex((other) => other.route === route && other.method === method);
    return 1 + (known < 0 ? routes.push({ name: routeName(method, route), route, method }) - 1 : known);
  };
  const found = new Int32Array(matches.length);
  for (let i = 0; i < matches.length; i++) {
    const id = dimensionIds[matches[i] as number] as number;
    let place = places[id];
    if (place === undefined) {
      place = placeOf(id);
      places[id] = place;
    }
    found[i] = place;
  }
  const size = rows.urls.length;
  for (let i = 0; i < matches.length; i++) {
    const place = found[i] as number;
    found[i] =
      place > 0 ? place - 1 : routes.length + (-place - 1) * size + (urls[matches[i] as number] as number);
  }
  return placesOf(found, routes.length + methods.length * size, (id) => {
    const route = routes[id];
    const at = id - routes.length;
    const method = methods[Math.floor(at / size)] ?? '';
    const name = route?.name ?? pathName(method, foldPath(rows.urls.at(at % size)));
    return { key: name.key, nameOf: () => name };
  });
}

function byTime(rows: SegmentRows, matches: Int32Array, tally: GroupTally): FoundGroups {
  const times = rows.column('time');
  const ids = new Int32Array(matches.length);
  let max = 0;
  for (let i = 0; i < matches.length; i++) {
    const bin = Math.max(0, tally.binOf(times[matches[i] as number] as number));
    ids[i] = bin;
    if (bin > max) max = bin;
  }
  return placesOf(ids, max + 1, (bin) => {
    const name = tally.nameOfTime(tally.from + bin * tally.step);
    return { key: name.key, nameOf: () => name };
  });
}

/** Numbers the ids that occur. */
function placesOf(ids: Int32Array, count: number, keyOf: (id: number) => NamedKey): FoundGroups {
  const known = new Int32Array(count);
  const sizes = new Int32Array(ids.length);
  const idOf: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    let place = known[id] as number;
    if (place === 0) {
      place = idOf.push(id);
      known[id] = place;
    }
    ids[i] = place - 1;
    (sizes[place - 1] as number)++;
  }
  return { places: ids, sizes: sizes.subarray(0, idOf.length), keyOf: (place) => keyOf(idOf[place] ?? 0) };
}
