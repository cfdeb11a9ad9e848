import { type Command, Option } from 'commander';
import {
  ERROR_ORDERS,
  type ErrorGroup,
  type ErrorGroups,
  type ErrorOrder,
  firstSeen,
  readErrorGroups,
  sortErrors,
  UNEXPLAINED,
} from '../../findings/error-groups.ts';
import { isNewOrBack } from '../../findings/finding.ts';
import { stateText, usersText, whereText } from '../../findings/text/error-text.ts';
import { countOf, countText } from '../../format/count-text.ts';
import { formatIsoTime, formatTime, type Micros } from '../../profile/time.ts';
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
import { withQuerySince } from '../since-release.ts';

interface ErrorsOptions extends GroupOptions<ErrorOrder> {
  readonly since?: string;
}

/** Read more errors than are listed, so that sorting finds the first ones. */
const READ = 100;
/** In milliseconds. */
const DEADLINE = 10_000;

type Field = (group: ErrorGroup) => unknown;

const FIELDS: Readonly<Record<string, Field>> = {
  error: ({ value }) => value,
  state: ({ state }) => state,
  release: ({ finding }) => finding?.evidence.release ?? '',
  where: whereText,
  requests: ({ requests }) => requests,
  users: ({ users }) => users?.length ?? null,
  isAllUsers: ({ isAllUsers }) => isAllUsers,
  first: (group) => formatIsoTime(firstSeen(group)),
  firstRelease: ({ begun }) => begun?.release ?? '',
  last: ({ last }) => formatIsoTime(last),
  lastRelease: ({ latest }) => latest?.release ?? '',
};

export function errorsCommand(): Command {
  return groupCommand('errors', {
    query: 'since:1d service:shop',
    orders: ERROR_ORDERS,
    fields: Object.keys(FIELDS),
    examples: ['gatebook errors --since 1d', 'gatebook errors route:/checkout --sort last'],
  })
    .summary('list errors, and which are new')
    .description(
      'List the exceptions and failed jobs of the requests that match, with the figures of the page Errors: which are new or back, ' +
        'how many requests and users had them, and since when. Responses with 4xx are left out unless the query has a status.',
    )
    .addOption(new Option('--since <time>', 'from when on: a time, an age, or a release'))
    .action(errors);
}

async function errors(words: string[], options: ErrorsOptions, command: Command): Promise<void> {
  const { tz, limit, sort } = options;
  await withQuerySince(words, command, options, async (store, search) => {
    const { signal } = new AbortController();
    const now = (Date.now() * 1000) as Micros;
    const found = await readErrorGroups(
      store,
      { text: search.text, terms: search.criteria.terms },
      { deadline: DEADLINE, signal, now, limit: Math.max(limit, READ) },
    );
    if (found.groups.length === 0) process.exitCode = EXIT_FAILURE;
    const sorted = sortErrors(found.groups, sort);
    const rows = sorted.slice(0, limit);
    printGroups('errors', options, {
      rows: rows.map(errorJson),
      totals: totalsJson(found),
      lines: (terminal) => errorLines(found, rows, tz, terminal),
    });
  });
}

function errorJson(group: ErrorGroup): object {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field(group)]));
}

function countsOf({ groups, others }: ErrorGroups) {
  return {
    total: groups.length + others.values,
    requests: groups.reduce((sum, { requests }) => sum + requests, others.requests),
  };
}

function totalsJson(found: ErrorGroups): object {
  const { unexplained, searchedTo } = found;
  return {
    ...countsOf(found),
    unexplained,
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
  };
}

const COLUMNS: readonly GroupColumn[] = [
  { heading: 'State' },
  { heading: 'Error', cut: 'middle', first: true, least: 24 },
  { heading: 'Where', cut: 'middle', wide: true },
  { heading: 'Requests', align: 'right' },
  { heading: 'Users', align: 'right' },
  { heading: 'First seen', wide: true },
  { heading: 'Last seen' },
];

function errorLines(
  found: ErrorGroups,
  rows: readonly ErrorGroup[],
  zone: string,
  terminal: Terminal,
): string[] {
  const { unexplained, searchedTo } = found;
  const { total, requests } = countsOf(found);
  const more = searchedTo === null ? '' : '+';
  const note =
    unexplained === 0
      ? []
      : [`${countOf(unexplained, 'response')} with 5xx had no exception: ${UNEXPLAINED}`];
  const since = searchedTo === null ? [] : [countedSinceText(searchedTo, zone)];
  if (rows.length === 0) return ['No errors', ...since, ...note];
  const cells = rows.map((group) => {
    const { value, state, last } = group;
    const text = stateText(group);
    return [
      isNewOrBack(state) ? { text, style: 'red' as const } : text,
      value,
      whereText(group),
      countText(group.requests),
      usersText(group),
      formatTime(firstSeen(group), zone),
      formatTime(last, zone),
    ];
  });
  return [
    `${countOf(total, 'error', more)} in ${countOf(requests, 'request', more)}`,
    ...since,
    ...groupLines(COLUMNS, cells, terminal),
    ...note,
  ];
}
