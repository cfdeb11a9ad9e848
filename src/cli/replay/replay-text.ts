import { countOf, countText } from '../../format/count-text.ts';
import { formatBytes, formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { entryJson } from '../../profile/entry-json.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Tokens } from '../../profile/token.ts';
import { queriesText } from '../../report/profile/profile-facts.ts';
import { comparisonJson, comparisonLines } from '../output/comparison-text.ts';
import { type TableCell, tableLines } from '../output/table.ts';
import { statusStyle, type Terminal } from '../output/terminal.ts';
import type { MissingPart } from './planned-request.ts';
import type { Replayed } from './replay.ts';

/** The request that was sent, the outcome, and the differences. */
export function replayLines(result: Replayed, terminal: Terminal, all: boolean): string[] {
  const { request, token, runs, compared } = result;
  const times = runs.length === 1 ? '' : ` ${countText(runs.length)} times`;
  const sent = `Sent ${request.method} ${visibleText(request.path)} to ${request.target.origin}${times}, as recorded in ${token}.`;
  return [
    sent,
    ...missingLines(request.missing),
    ...(runs.length > 1 ? ['', ...distributionLines(result, terminal)] : []),
    ...(compared ? ['', ...comparedLines(result, compared, terminal, all)] : []),
  ];
}

export function missingLines(missing: readonly MissingPart[]): string[] {
  return [...Map.groupBy(missing, ({ why }) => why)].map(
    ([why, parts]) =>
      `Not sent: ${parts.map(partText).join(', ')}, which ${parts.length > 1 ? why.replace('was ', 'were ') : why}.`,
  );
}

function partText({ part, name, cookies }: MissingPart): string {
  const what =
    name === '' ? (part === 'header' ? 'the headers' : `the ${part}`) : `${part} ${visibleText(name)}`;
  return cookies ? `${what} (${cookies.map(visibleText).join(', ')})` : what;
}

function distributionLines({ statuses, durations, recorded, runs }: Replayed, terminal: Terminal): string[] {
  const counts = statuses.map(([status, count]) => {
    const text = status === 0 ? 'no response' : `status ${status}`;
    return `${countText(count)} with ${terminal.style(statusStyle(status), text)}`;
  });
  const figures = durations
    ? Object.entries(durations).map(([name, micros]) => `${name} ${formatDuration(micros)}`)
    : [];
  const was = formatDuration(recorded.entry.duration);
  return [
    `${countOf(runs.length, 'request')}: ${counts.join(', ')}`,
    ...(durations ? [`Duration: ${figures.join(', ')} (recorded: ${was})`] : []),
  ];
}

function comparedLines(
  result: Replayed,
  { run, profile, by, comparison }: NonNullable<Replayed['compared']>,
  terminal: Terminal,
  all: boolean,
): string[] {
  const rows = outcomeRows(result.recorded, profile, comparison, by);
  const columns = [
    { heading: '' },
    { heading: `Recorded ${result.token}`, cut: 'end', least: 18 },
    { heading: run.token === null ? 'Now' : `Now ${run.token}`, cut: 'end', first: true, least: 18 },
  ] as const;
  const note =
    by === 'profile'
      ? []
      : [
          'The new request is not in this book: only the response is compared, and the client measured its duration.',
        ];
  return [...tableLines(columns, rows, terminal), ...note, '', ...comparisonLines(comparison, terminal, all)];
}

type Compared = NonNullable<Replayed['compared']>;

function outcomeRows(
  recorded: Profile,
  now: Profile,
  { differences, identical }: Compared['comparison'],
  by: Compared['by'],
): (string | TableCell)[][] {
  const statusCell = ({ entry }: Profile): TableCell => ({
    text: String(entry.status),
    style: statusStyle(entry.status),
  });
  const row = (name: string, text: (profile: Profile) => string) => [name, text(recorded), text(now)];
  const headers = differences.filter(({ subject }) => subject === 'response header');
  const isSameBody = identical.some(({ subject, name }) => subject === 'response' && name === 'body');
  const hasBodies = recorded.detail?.responseBody !== undefined && now.detail?.responseBody !== undefined;
  return [
    ['Status', statusCell(recorded), statusCell(now)],
    row('Duration', ({ entry }) => formatDuration(entry.duration)),
    ...(by === 'response'
      ? []
      : [
          row('Queries', ({ entry }) => queriesText(entry)),
          row('Log lines', ({ detail }) => (detail ? String(detail.logs?.length ?? 0) : 'unknown')),
          row('Exception', exceptionText),
        ]),
    [
      'Headers',
      `${recorded.detail?.responseHeaders.length ?? 0} in the response`,
      headers.length === 0 ? 'the same' : `${headers.map(({ name }) => name).join(', ')} differ`,
    ],
    [
      'Body',
      formatBytes(recorded.entry.responseBytes),
      `${formatBytes(now.entry.responseBytes)}${hasBodies ? (isSameBody ? ', the same' : ', differs') : ''}`,
    ],
  ];
}

function exceptionText({ entry, detail }: Profile): string {
  const { exception } = detail ?? {};
  if (!exception) return entry.error || 'none';
  return exception.message === '' ? exception.name : `${exception.name}: ${exception.message}`;
}

export function replayJson(result: Replayed, tokens: Tokens): object {
  const { token, recorded, request, runs, statuses, durations, compared } = result;
  return {
    token,
    sent: { method: request.method, to: request.target.origin, path: request.path, missing: request.missing },
    recorded: entryJson(recorded.entry, tokens),
    runs,
    statuses: Object.fromEntries(statuses.map(([status, count]) => [status === 0 ? 'none' : status, count])),
    durations,
    compared: compared && {
      token: compared.run.token,
      by: compared.by,
      status: compared.run.status,
      duration: compared.run.duration,
      ...comparisonJson(compared.comparison),
    },
  };
}
