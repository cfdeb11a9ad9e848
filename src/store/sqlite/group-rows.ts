import type { Micros } from '../../profile/time.ts';
import { foldPath } from '../fold-path.ts';
import { clientName, clientOf, pathName, routeName } from '../group-name.ts';
import type { GroupTally } from '../group-tally.ts';
import type { GroupBy, KeyedName } from '../groups.ts';
import { type GroupedRow, type RowQuery, readGroupedRows } from './row-query.ts';
import { type Dimensions, fromIpValue } from './rows.ts';
import type { SegmentTable } from './segment-table.ts';

/** Adds the entries of a query in a sealed segment to a tally. */
export function groupSealedRows(
  prepare: Parameters<typeof readGroupedRows>[0],
  query: RowQuery,
  by: GroupBy,
  dimensionsOf: (id: number) => Dimensions | undefined,
  tally: GroupTally,
): void {
  const url = prepare('SELECT text FROM urls WHERE id = ?');
  const names = createNames(clientOfValue, (id) => String(url.get(id)?.text ?? ''));
  /** By the first 64 bits: the text of an address takes longer than all else. */
  const networks = new Map<string, KeyedName>();
  const clientOfRow = (ip: GroupedRow['ip']): KeyedName =>
    ip instanceof Uint8Array
      ? getOrAdd(networks, Buffer.from(ip.subarray(0, 8)).toString('latin1'), () => clientOfValue(ip))
      : names.ofClient(ip);
  const nameOf = (row: GroupedRow, dimensions: Dimensions): KeyedName => {
    if (by === 'time') return tally.nameOfTime(row.time);
    return by === 'client' ? clientOfRow(row.ip) : names.ofRoute(dimensions, row.dimension, row.url);
  };
  for (const row of readGroupedRows(prepare, query)) {
    const dimensions = dimensionsOf(row.dimension);
    if (!dimensions) continue;
    tally.addRequest(nameOf(row, dimensions), {
      time: row.time as Micros,
      status: dimensions.status,
      client: dimensions.client,
      duration: row.duration,
      queries: row.queries,
      queryTime: row.query_time,
    });
  }
}

/** Returns what adds a row of a segment in memory to a tally. */
export function liveRowGrouper(rows: SegmentTable, by: GroupBy, tally: GroupTally): (row: number) => void {
  const nameOf = by === 'time' ? (row: number) => tally.nameOfTime(rows.time[row] ?? 0) : liveNames(rows, by);
  return (row) => {
    const dimensions = rows.dimensionsAt(row);
    tally.addRequest(nameOf(row), {
      time: rows.time[row] as Micros,
      status: dimensions.status,
      client: dimensions.client,
      duration: rows.duration[row] ?? 0,
      queries: rows.queries[row] ?? 0,
      queryTime: rows.queryTime[row] ?? 0,
    });
  };
}

/** Returns what finds the client or route of a row of a segment in memory. */
export function liveNames(rows: SegmentTable, by: Exclude<GroupBy, 'time'>): (row: number) => KeyedName {
  const names = createNames(
    (at: number) => clientName(rows.ips[at] ?? ''),
    (at) => rows.urls[at] ?? '',
  );
  if (by === 'client') return (row) => names.ofClient(rows.ip[row] ?? 0);
  return (row) => names.ofRoute(rows.dimensionsAt(row), rows.dimension[row] ?? 0, rows.url[row] ?? 0);
}

/** The names of the groups of a part: each is made once. There are at most as many as entries. */
function createNames<Ip>(clientAt: (ip: Ip) => KeyedName, urlAt: (url: number) => string) {
  const clients = new Map<Ip, KeyedName>();
  const routes = new Map<number, KeyedName>();
  const paths = new Map<string, Map<number, KeyedName>>();
  return {
    ofClient: (ip: Ip) => getOrAdd(clients, ip, () => clientAt(ip)),
    ofRoute({ method, route }: Dimensions, dimension: number, url: number): KeyedName {
      if (route !== '') return getOrAdd(routes, dimension, () => routeName(method, route));
      const ofMethod = getOrAdd(paths, method, () => new Map<number, KeyedName>());
      return getOrAdd(ofMethod, url, () => pathName(method, foldPath(urlAt(url))));
    },
  };
}

/** An IPv4 address, which most are, is its own network. */
function clientOfValue(ip: GroupedRow['ip']): KeyedName {
  return typeof ip === 'number' ? clientOf(fromIpValue(ip)) : clientName(fromIpValue(ip));
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
