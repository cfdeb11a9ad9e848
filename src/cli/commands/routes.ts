import type { Command } from 'commander';
import { averageText, countOf, countText, shareText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { formatIsoTime, formatTime } from '../../profile/time.ts';
import { createDeadline } from '../../report/deadline.ts';
import { sumFigures } from '../../report/groups/group-bins.ts';
import { errorShare, failsMore, isSlower } from '../../report/groups/route-change.ts';
import {
  hasWorsened,
  type RouteGroup,
  type RouteGroups,
  type RouteOrder,
  readRoutes,
  sortRoutes,
  worsenedText,
} from '../../report/groups/route-groups.ts';
import { parseGrouped } from '../../report/parse-search.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { percentileOf } from '../../store/durations.ts';
import type { GroupFigures } from '../../store/groups.ts';
import { EXIT_FAILURE } from '../command-error.ts';
import {
  countedSinceText,
  type GroupColumn,
  type GroupOptions,
  groupCommand,
  groupLines,
  printGroups,
} from '../group-command.ts';
import type { Terminal } from '../output/terminal.ts';
import { readQuery } from '../query-argument.ts';
import { withBook } from '../with-book.ts';

const DEADLINE_MS = 10_000;

type RoutesOptions = GroupOptions<RouteOrder>;

const FIELDS = [
  'method',
  'route',
  'isRoute',
  'requests',
  'serverErrors',
  'clientErrors',
  'p50',
  'p90',
  'p99',
  'queries',
  'queryTime',
  'duration',
  'before',
  'isWorse',
  'worseSince',
] as const;

export function routesCommand(): Command {
  return groupCommand('routes', {
    query: 'since:1d -client:scanner',
    orders: ['time', 'requests', '5xx', '4xx', 'p50', 'p90', 'p99', 'queries'],
    fields: FIELDS,
    examples: ['gatebook routes since:1d --sort p99'],
  })
    .summary('list the routes of the app with their durations and errors')
    .description(
      'List the routes of the requests that match, with the figures of the page Routes. A query with a time range, such as ' +
        'since:1d, is compared with the period before.',
    )
    .action(routes);
}

async function routes(words: string[], options: RoutesOptions, command: Command): Promise<void> {
  const search = readQuery(words, command, { params: { tz: options.tz }, parse: parseGrouped });
  if (search === null) return;
  await withBook(options.storage, async (store) => {
    const deadline = createDeadline(DEADLINE_MS, new AbortController().signal);
    const found = await readRoutes(store, withEnd(search.criteria.terms), deadline);
    if (found.groups.length === 0) process.exitCode = EXIT_FAILURE;
    const sorted = sortRoutes(found.groups, options.sort);
    printGroups('routes', options, {
      rows: sorted.slice(0, options.limit).map(routeJson),
      totals: totalsJson(found, sorted.slice(options.limit)),
      lines: (terminal) => routeLines(found, sorted, options, terminal),
    });
  });
}

function totalsJson(found: RouteGroups, unlisted: readonly RouteGroup[]): object {
  const all = sumFigures(found.groups, found.others);
  const others = sumFigures(unlisted, found.others);
  const { before, searchedTo } = found;
  return {
    total: all.values,
    requests: all.requests,
    duration: all.duration,
    others: { routes: others.values, requests: others.requests, duration: others.duration },
    before: before && {
      from: formatIsoTime(before.from),
      to: formatIsoTime(before.to),
      state: before.state,
    },
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
  };
}

function routeJson(route: RouteGroup): object {
  const { method, value, isRoute, queries, queryTime, duration, before, worseSince } = route;
  return {
    method,
    route: value,
    isRoute,
    ...figuresJson(route),
    queries,
    queryTime,
    duration,
    before: before && figuresJson(before),
    isWorse: hasWorsened(route),
    worseSince: worseSince === null ? null : formatIsoTime(worseSince),
  };
}

function figuresJson({ requests, serverErrors, clientErrors, durations }: GroupFigures): object {
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentileOf(durations, share));
  return { requests, serverErrors, clientErrors, p50, p90, p99 };
}

function routeLines(
  found: RouteGroups,
  sorted: readonly RouteGroup[],
  { limit, tz }: RoutesOptions,
  terminal: Terminal,
): string[] {
  if (sorted.length === 0) return ['No matching requests'];
  const all = sumFigures(found.groups, found.others);
  const others = sumFigures(sorted.slice(limit), found.others);
  const more = found.searchedTo === null ? '' : '+';
  const listed = sorted.slice(0, limit);
  const row = (name: string, figures: GroupFigures) => [name, ...figureCells(figures, all.duration)];
  const rows = listed.map((route) => row(`${route.method} ${route.value}`, route));
  if (others.values > 0) rows.push(row(countOf(others.values, 'other route'), others));
  return [
    `${countOf(all.values, 'route', more)}, ${countOf(all.requests, 'request', more)}`,
    ...comparedLines(found, tz),
    ...groupLines(COLUMNS, rows, terminal),
    ...listed.filter(hasWorsened).map((route) => terminal.style('red', changeText(route, tz))),
  ];
}

const COLUMNS: readonly GroupColumn[] = [
  { heading: 'Route', cut: 'middle', first: true, least: 20 },
  { heading: 'Requests', align: 'right' },
  { heading: '5xx', align: 'right' },
  { heading: '4xx', align: 'right', wide: true },
  { heading: 'p50', align: 'right', wide: true },
  { heading: 'p90', align: 'right' },
  { heading: 'p99', align: 'right' },
  { heading: 'Queries', align: 'right' },
  { heading: 'Total time', align: 'right' },
];

function figureCells(figures: GroupFigures, total: number) {
  const { requests, serverErrors, clientErrors, durations, queries, duration } = figures;
  const percentile = (share: number) => {
    const micros = percentileOf(durations, share);
    return micros === null ? '' : formatDuration(micros);
  };
  const share = shareText(total === 0 ? 0 : duration / total);
  return [
    countText(requests),
    serverErrors > 0 ? { text: shareText(errorShare(figures)), style: 'red' as const } : '0 %',
    clientErrors > 0 ? { text: shareText(clientErrors / requests), style: 'yellow' as const } : '0 %',
    percentile(0.5),
    percentile(0.9),
    percentile(0.99),
    averageText(queries / requests),
    `${formatDuration(duration)} ${share}`,
  ];
}

function changeText({ before, worseSince, ...now }: RouteGroup, zone: string): string {
  if (before === null) return '';
  const was = [
    isSlower(now, before) && `p90 was ${formatDuration(percentileOf(before.durations, 0.9) ?? 0)}`,
    failsMore(now, before) && `5xx were ${shareText(errorShare(before))}`,
    worseSince !== null && `began about ${formatTime(worseSince, zone)}`,
  ].filter((text) => text !== false);
  return `▲ ${visibleText(`${now.method} ${now.value}`)}: ${was.join(', ')}`;
}

function comparedLines({ before, groups, searchedTo }: RouteGroups, zone: string): string[] {
  if (searchedTo !== null) return [countedSinceText(searchedTo, zone)];
  if (before === null) return [];
  const period = `the ${formatDuration(before.to - before.from + 1)} before`;
  if (before.state === 'not counted')
    return [`Not compared with ${period}, which could not be counted in time.`];
  if (before.state === 'no requests') return [`Not compared with ${period}, which has no matching requests.`];
  if (before.state === 'too short') return [`Not compared with ${period}: the book began inside it.`];
  const worsened = worsenedText(groups);
  return [`Compared with ${period}.${worsened === '' ? '' : ` ▲ ${worsened}`}`];
}
