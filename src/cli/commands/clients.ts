import type { Command } from 'commander';
import { describeEvidence } from '../../clients/evidence.ts';
import { countOf, countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { formatIsoTime, formatTime } from '../../profile/time.ts';
import { type ClientOrder, classCounts, clientClass, sortClients } from '../../report/groups/client-class.ts';
import { type ClientEvidence, readEvidence } from '../../report/groups/client-evidence.ts';
import { countPaths, type PathCount } from '../../report/groups/client-paths.ts';
import { parseGrouped } from '../../report/groups/parse-grouped.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { percentileOf } from '../../store/durations.ts';
import type { Group, Groups } from '../../store/groups.ts';
import { openStore } from '../../store/open-store.ts';
import { EXIT_FAILURE } from '../exit-codes.ts';
import { type GroupOptions, groupCommand, MAX_ROWS, printGroups } from '../group-command.ts';
import { type GroupColumn, groupLines } from '../output/group-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { readQuery } from '../query-argument.ts';

type ClientsOptions = GroupOptions<ClientOrder>;

const FIELDS = [
  'client',
  'class',
  'classes',
  'requests',
  'clientErrors',
  'serverErrors',
  'paths',
  'pathsOfRequests',
  'p95',
  'first',
  'last',
  'servedToScanners',
] as const;
/** Milliseconds to count, and to count the distinct paths of the listed clients. */
const DEADLINE = 10_000;
const PATHS_MS = 3000;

export function clientsCommand(): Command {
  return groupCommand('clients', {
    query: 'client:scanner since:1d',
    orders: ['requests', 'errors', 'last'],
    fields: FIELDS,
    examples: `Examples:
  gatebook clients client:scanner since:1d
  gatebook clients ip:203.0.113.7`,
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
  const store = await openStore(options.storage, { create: false });
  try {
    const { terms } = search.criteria;
    const read = options.sort === 'requests' ? options.limit : MAX_ROWS;
    const found = await store.groups(withEnd(terms), 'client', read, { deadline: DEADLINE });
    const isOne = found.groups.length === 1 && found.others.requests === 0;
    const evidence = isOne ? await readEvidence(store, terms, new AbortController().signal) : null;
    if (found.groups.length === 0) process.exitCode = EXIT_FAILURE;
    const rows = sortClients(found.groups, options.sort).slice(0, options.limit);
    const paths = await countPaths(store, terms, rows, { deadline: PATHS_MS });
    const answer = { found, evidence, rows, paths, options };
    printGroups('clients', options, {
      rows: rows.map((client) => clientJson(client, paths.get(client.value))),
      totals: totalsJson(answer),
      lines: (terminal) => clientLines(answer, terminal),
    });
  } finally {
    await store.close();
  }
}

interface Answer {
  readonly found: Groups;
  readonly rows: readonly Group[];
  /** By client. */
  readonly paths: ReadonlyMap<string, PathCount>;
  /** Of the only client. */
  readonly evidence: ClientEvidence | null;
  readonly options: ClientsOptions;
}

function totals({ found: { groups, others }, rows }: Answer) {
  const requests = groups.reduce((sum, group) => sum + group.requests, others.requests);
  const listed = rows.reduce((sum, group) => sum + group.requests, 0);
  const count = groups.length + others.values;
  return { count, requests, otherClients: count - rows.length, otherRequests: requests - listed };
}

function totalsJson(answer: Answer): object {
  const { count, requests, otherClients, otherRequests } = totals(answer);
  const { searchedTo } = answer.found;
  return {
    total: count,
    requests,
    others: { clients: otherClients, requests: otherRequests },
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
    evidence: answer.evidence,
  };
}

function clientJson(client: Group, paths: PathCount | undefined): object {
  const { value, requests, clientErrors, serverErrors, durations, first, last, servedToScanners } = client;
  return {
    client: value,
    class: clientClass(client),
    classes: client.clients,
    requests,
    clientErrors,
    serverErrors,
    paths: paths?.paths ?? null,
    // Fewer than all of its requests: there may be more paths.
    pathsOfRequests: paths?.requests ?? null,
    p95: percentileOf(durations, 0.95),
    first: formatIsoTime(first),
    last: formatIsoTime(last),
    servedToScanners,
  };
}

function clientLines(answer: Answer, terminal: Terminal): string[] {
  const { found, rows, evidence, options } = answer;
  const [first] = rows;
  if (first === undefined) return ['No matching requests'];
  const { count, requests, otherClients, otherRequests } = totals(answer);
  const more = found.searchedTo === null ? '' : '+';
  const served = found.groups.reduce(
    (sum, group) => sum + group.servedToScanners,
    found.others.servedToScanners,
  );
  return [
    `${countOf(count, 'client', more)}, ${countOf(requests, 'request', more)}`,
    ...(found.searchedTo === null
      ? []
      : [
          `Only requests since ${formatTime(found.searchedTo, options.tz)} were counted: the search reached its time limit.`,
        ]),
    ...groupLines(
      COLUMNS,
      rows.map((row) => cells(row, answer.paths.get(row.value), options.tz)),
      terminal,
    ),
    ...(otherClients > 0
      ? [`and ${countOf(otherClients, 'other client')} with ${countOf(otherRequests, 'request')}`]
      : []),
    ...(served > 0
      ? [
          `Requests of scanners got ${countOf(served, 'response')} with 2xx. Check that they contain nothing secret: client:scanner status:2xx`,
        ]
      : []),
    ...(evidence ? evidenceLines(evidence, first) : []),
  ];
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

function evidenceLines(evidence: ClientEvidence, client: Group): string[] {
  const isAll = evidence.requests >= client.requests;
  const requests = isAll
    ? countOf(client.requests, 'request')
    : `its latest ${countOf(evidence.requests, 'request')}`;
  return [
    `This client asked for ${countOf(evidence.paths, 'different path')} in ${requests}.`,
    `Evidence: ${describeEvidence(evidence)}.`,
    `Requests by class: ${classCounts(client)}.`,
  ];
}
