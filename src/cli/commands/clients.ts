import type { Command } from 'commander';
import { countOf, countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { formatIsoTime, formatTime } from '../../profile/time.ts';
import { type ClientOrder, clientClass, sortClients } from '../../report/groups/client-class.ts';
import { type ClientEvidence, evidenceTexts, readEvidence } from '../../report/groups/client-evidence.ts';
import { countPaths, type PathCount } from '../../report/groups/client-paths.ts';
import { sumFigures } from '../../report/groups/group-bins.ts';
import { parseGrouped } from '../../report/parse-search.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { percentileOf } from '../../store/durations.ts';
import type { Group, Groups } from '../../store/groups.ts';
import { EXIT_FAILURE } from '../command-error.ts';
import {
  countedSinceText,
  type GroupColumn,
  type GroupOptions,
  groupCommand,
  groupLines,
  MAX_ROWS,
  printGroups,
} from '../group-command.ts';
import type { Terminal } from '../output/terminal.ts';
import { readQuery } from '../query-argument.ts';
import { withBook } from '../with-book.ts';

type ClientsOptions = GroupOptions<ClientOrder>;

type Field = (client: Group, paths: PathCount | undefined) => unknown;

/** The fields of the JSON. `paths` are of the latest requests of a client, as many as `pathsOfRequests`. */
const FIELDS: Readonly<Record<string, Field>> = {
  client: ({ value }) => value,
  class: clientClass,
  classes: ({ clients }) => clients,
  requests: ({ requests }) => requests,
  clientErrors: ({ clientErrors }) => clientErrors,
  serverErrors: ({ serverErrors }) => serverErrors,
  paths: (_, paths) => paths?.paths ?? null,
  pathsOfRequests: (_, paths) => paths?.requests ?? null,
  p95: ({ durations }) => percentileOf(durations, 0.95),
  first: ({ first }) => formatIsoTime(first),
  last: ({ last }) => formatIsoTime(last),
  servedToScanners: ({ servedToScanners }) => servedToScanners,
};
/** Milliseconds to count, and to count the distinct paths of the listed clients. */
const DEADLINE = 10_000;
const PATHS_MS = 3000;

export function clientsCommand(): Command {
  return groupCommand('clients', {
    query: 'client:scanner since:1d',
    orders: ['requests', 'errors', 'last'],
    fields: Object.keys(FIELDS),
    examples: ['gatebook clients client:scanner since:1d', 'gatebook clients ip:203.0.113.7'],
  })
    .summary('list who made the requests')
    .description(
      'List the clients of the requests that match, with the figures of the page Clients. With one client, print its evidence too.',
    )
    .action(clients);
}

async function clients(words: string[], options: ClientsOptions, command: Command): Promise<void> {
  const search = readQuery(words, command, { params: { tz: options.tz }, parse: parseGrouped });
  if (search === null) return;
  await withBook(options.storage, async (store) => {
    const { terms } = search.criteria;
    const read = options.sort === 'requests' ? options.limit : MAX_ROWS;
    const found = await store.groups(withEnd(terms), 'client', read, { deadline: DEADLINE });
    const isOne = found.groups.length === 1 && found.others.requests === 0;
    const evidence = isOne ? await readEvidence(store, terms, new AbortController().signal) : null;
    if (found.groups.length === 0) process.exitCode = EXIT_FAILURE;
    const rows = sortClients(found.groups, options.sort).slice(0, options.limit);
    const paths = await countPaths(store, terms, rows, { deadline: PATHS_MS });
    const unlisted = found.groups.filter((group) => !rows.includes(group));
    const all = sumFigures(found.groups, found.others);
    const others = sumFigures(unlisted, found.others);
    const answer = { found, all, others, evidence, rows, paths, options };
    printGroups('clients', options, {
      rows: rows.map((client) => clientJson(client, paths.get(client.value))),
      totals: totalsJson(answer),
      lines: (terminal) => clientLines(answer, terminal),
    });
  });
}

interface Answer {
  readonly found: Groups;
  readonly all: Groups['others'];
  /** The clients that are not listed. */
  readonly others: Groups['others'];
  readonly rows: readonly Group[];
  readonly paths: ReadonlyMap<string, PathCount>;
  /** Set if there is only one client. */
  readonly evidence: ClientEvidence | null;
  readonly options: ClientsOptions;
}

function totalsJson({ found, all, others, evidence }: Answer): object {
  return {
    total: all.values,
    requests: all.requests,
    others: { clients: others.values, requests: others.requests },
    searchedTo: found.searchedTo === null ? null : formatIsoTime(found.searchedTo),
    evidence,
  };
}

function clientJson(client: Group, paths: PathCount | undefined): object {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field(client, paths)]));
}

function clientLines(answer: Answer, terminal: Terminal): string[] {
  const { found, all, others, rows, evidence, options } = answer;
  const [first] = rows;
  if (first === undefined) return ['No matching requests'];
  const more = found.searchedTo === null ? '' : '+';
  const lines = [`${countOf(all.values, 'client', more)}, ${countOf(all.requests, 'request', more)}`];
  if (found.searchedTo !== null) lines.push(countedSinceText(found.searchedTo, options.tz));
  const cellRows = rows.map((row) => cells(row, answer.paths.get(row.value), options.tz));
  lines.push(...groupLines(COLUMNS, cellRows, terminal));
  if (others.values > 0)
    lines.push(`and ${countOf(others.values, 'other client')} with ${countOf(others.requests, 'request')}`);
  if (all.servedToScanners > 0) {
    const responses = countOf(all.servedToScanners, 'response');
    lines.push(
      `Requests of scanners got ${responses} with 2xx. Check that they contain nothing secret: client:scanner status:2xx`,
    );
  }
  return evidence ? [...lines, ...evidenceTexts(evidence, first)] : lines;
}

const COLUMNS: readonly GroupColumn[] = [
  { heading: 'Client', cut: 'end', least: 18 },
  { heading: 'Class' },
  { heading: 'Requests', align: 'right' },
  { heading: '4xx', align: 'right' },
  { heading: '5xx', align: 'right' },
  { heading: 'Paths', align: 'right', wide: true },
  { heading: 'p95', align: 'right' },
  { heading: 'First seen', wide: true },
  { heading: 'Last seen' },
];

function cells(client: Group, paths: PathCount | undefined, zone: string) {
  const { value, requests, clientErrors, serverErrors, durations, first, last } = client;
  const p95 = percentileOf(durations, 0.95);
  const name = clientClass(client);
  return [
    value,
    name === 'scanner' ? { text: name, style: 'red' as const } : name,
    countText(requests),
    clientErrors > 0 ? { text: countText(clientErrors), style: 'yellow' as const } : '0',
    serverErrors > 0 ? { text: countText(serverErrors), style: 'red' as const } : '0',
    paths === undefined ? '' : `${countText(paths.paths)}${paths.isAll ? '' : '+'}`,
    p95 === null ? '' : formatDuration(p95),
    formatTime(first, zone),
    formatTime(last, zone),
  ];
}
