import { CLIENT_CLASSES } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { NumberRange, Term } from '../../../search/criteria.ts';
import { DURATION_STEPS, durationStep } from '../../durations.ts';
import { MAX_PATH_LENGTH, VARYING_PATH_PARTS } from '../../fold-path.ts';
import { clientName, errorName, timeName } from '../../group-name.ts';
import { GroupTally, noGroups } from '../../group-tally.ts';
import {
  GROUP_BINS,
  type GroupBy,
  type GroupFigures,
  type Groups,
  groupCounting,
  groupedTerms,
  type KeyedName,
  keyedName,
  MAX_GROUPS,
} from '../../groups.ts';
import { SparseCounts } from '../../sparse-counts.ts';
import type { QueryOptions } from '../../store.ts';
import type { ReadOptions, Row } from '../engine/engine.ts';
import { fromIp } from '../rows.ts';
import type { Binder } from './binder.ts';
import { TARGET } from './compile-terms.ts';
import { binNumber, countInWindows, coveredRange } from './count-windows.ts';
import { readExtent } from './extent.ts';
import { parseTerms, whereClause } from './parse-terms.ts';
import type { Reader } from './reader.ts';

/** Groups all matches, newest first, until the deadline. */
export async function groupBook(
  reader: Reader,
  terms: readonly Term[],
  by: GroupBy,
  limit: number,
  options: QueryOptions = {},
): Promise<Groups> {
  const start = performance.now();
  const extent = await readExtent(reader.engine);
  const range = coveredRange(extent, parseTerms(terms, reader.seqOf));
  if (!range) return noGroups();
  const tally = new GroupTally(groupCounting(range, terms, by));
  const searchedTo = await countInWindows(range, extent, start, options, (window, readOptions) => {
    // A window alone does not show which groups are the largest of all.
    const isAll = window.from === range.from && window.to === range.to;
    const most = isAll ? Math.min(limit, MAX_GROUPS) : MAX_GROUPS;
    return groupWindow(reader, groupedTerms(terms, by), by, tally, { window, most }, readOptions);
  });
  return tally.groups(limit, searchedTo);
}

interface GroupedWindow {
  readonly window: NumberRange;
  /** How many groups to return by themselves. Groups tied with the last one come too, because ClickHouse does not know the order of names. */
  readonly most: number;
}

/** Adds the groups of one window. ClickHouse returns all groups beyond `most` as one row. */
async function groupWindow(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  by: GroupBy,
  tally: GroupTally,
  { window, most }: GroupedWindow,
  options: ReadOptions,
): Promise<void> {
  const parsed = parseTerms(terms, seqOf);
  const { binder } = parsed;
  const where = whereClause(parsed, window);
  const bin = binNumber(binder, tally);
  const max = binder.bind('UInt32', MAX_GROUPS);
  const rows = await engine.read(
    `SELECT rank > ${max} OR place > ${binder.bind('UInt32', most)} AS is_rest, if(is_rest, '', toString(a)) AS value, if(is_rest, '', toString(b)) AS more, count() AS n,
  sum(requests), sum(client_errors), sum(server_errors), min(first), max(last), sum(total), sum(all_queries), sum(all_query_time),
  sumMap(durations), sumMap(bins), sumForEach(clients), sum(served)
FROM (
  SELECT ${groupColumns(by, bin, tally.timesMonitors ? '1' : NOT_A_MONITOR, binder)},
    count() AS requests, countIf(intDiv(status, 100) = 4) AS client_errors, countIf(intDiv(status, 100) = 5) AS server_errors,
    toUnixTimestamp64Micro(min(time)) AS first, toUnixTimestamp64Micro(max(time)) AS last,
    sum(duration) AS total, sum(queries) AS all_queries, sum(query_time) AS all_query_time,
    [${CLASS_COUNTS}] AS clients, countIf(client = 'scanner' AND intDiv(status, 100) = 2) AS served
  FROM entries
  ${where}
  GROUP BY a, b${by === 'time' ? ', step' : ''}
)
GROUP BY is_rest, value, more`,
    binder.params,
    options,
  );
  for (const [isRest, value, more, groups, ...figures] of rows) {
    if (Number(isRest) === 1) tally.addOthers(toFigures(figures), Number(groups));
    else tally.countsOf(toName(by, String(value), String(more), tally)).add(toFigures(figures));
  }
}

/**
 * The two columns that name a group, its durations and bins, and its rank among all groups. By time there are few groups, so rows are
 * counted by duration first: adding each row to a map would be slow.
 * @param isTimed whether a row counts in percentiles
 */
function groupColumns(by: GroupBy, bin: string, isTimed: string, binder: Binder): string {
  const step = `roundDown(duration, ${binder.bind('Array(UInt64)', DURATION_STEPS)})`;
  if (by === 'time')
    return `${bin} AS a, '' AS b, ${step} AS step, ([step], [countIf(${isTimed})]) AS durations, ([a], [requests]) AS bins, 0 AS rank, 0 AS place`;
  return `${NAME_COLUMNS[by](binder)},
    sumMap([${step}], [${isTimed}]) AS durations, sumMap([${bin}], [1]) AS bins,
    row_number() OVER (ORDER BY requests DESC, a, b) AS rank, rank() OVER (ORDER BY requests DESC) AS place`;
}

const NAME_COLUMNS = {
  client: () => CLIENT,
  user: () => "user AS a, '' AS b",
  route: routeColumns,
  error: () => "if(error_group = '', error, error_group) AS a, '' AS b",
} as const;

const NOT_A_MONITOR = "client != 'monitor'";

const CLASS_COUNTS = CLIENT_CLASSES.map((client) => `countIf(client = '${client}')`).join(', ');

/** The first address of the client's network, and the text in place of an address. Converted to text after grouping, when there are fewer. */
const CLIENT = `if(ip BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255'), ip,
      tupleElement(IPv6CIDRToRange(ip, 64), 1)) AS a, ip_other AS b`;

/** Marks a path, so that it differs from a route with the same text. No method has it. */
const PATH = ' ';

/** The route, or the path as foldPath() returns it. */
function routeColumns({ bind }: Binder): string {
  const path = `substringUTF8(extract(${TARGET}, '^[^?#]*'), 1, ${bind('UInt32', MAX_PATH_LENGTH)})`;
  const folded = `replaceRegexpAll(${path}, ${bind('String', VARYING_PATH_PARTS)}, '\\\\1*')`;
  return `if(route = '', if(${path} = '', '/', ${folded}), route) AS a,
    concat(method, if(route = '', '${PATH}', '')) AS b`;
}

function toName(by: GroupBy, value: string, more: string, { from, step }: GroupTally): KeyedName {
  if (by === 'time') return timeName(from + Number(value) * step);
  if (by === 'client') return clientName(fromIp(value, more));
  if (by === 'error') return errorName({ error: '', errorGroup: value });
  if (by === 'user') return keyedName(value);
  const isRoute = !more.endsWith(PATH);
  return keyedName(value, isRoute ? more : more.slice(0, -PATH.length), isRoute);
}

function toFigures(row: Row): GroupFigures {
  const durations = new SparseCounts();
  for (const [duration, count] of counted(row[8])) durations.add(durationStep(Number(duration)), count);
  const bins = Array<number>(GROUP_BINS).fill(0);
  for (const [bin, count] of counted(row[9])) bins[Number(bin)] = count;
  const clients = row[10] as readonly unknown[];
  return {
    requests: Number(row[0]),
    clientErrors: Number(row[1]),
    serverErrors: Number(row[2]),
    first: Number(row[3]) as Micros,
    last: Number(row[4]) as Micros,
    duration: Number(row[5]),
    durations: durations.trimmed(),
    queries: Number(row[6]),
    queryTime: Number(row[7]),
    bins,
    clients: Object.fromEntries(
      CLIENT_CLASSES.map((client, at) => [client, Number(clients[at])]),
    ) as GroupFigures['clients'],
    servedToScanners: Number(row[11]),
  };
}

/** The entries of a map, which ClickHouse returns as two lists. */
function counted(map: unknown): [key: unknown, count: number][] {
  const [keys, counts] = map as [keys: unknown[], counts: unknown[]];
  return keys.map((key, at) => [key, Number(counts[at])]);
}
