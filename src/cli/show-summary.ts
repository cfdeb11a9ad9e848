import { oneLine } from '../format/one-line.ts';
import { isFrame, isLibraryFrame } from '../format/stack-frames.ts';
import { formatBytes, formatDuration } from '../format/units.ts';
import { visibleText } from '../format/visible-text.ts';
import { type Entry, KIND_NAMES } from '../profile/entry.ts';
import { hasFailed } from '../profile/failed-span.ts';
import type { Exception, Profile } from '../profile/profile.ts';
import { formatExactTime } from '../profile/time.ts';
import type { Tokens } from '../profile/token.ts';
import { emptyReason } from '../serve/panels/empty-reason.ts';
import { isOperation, isOutgoing, isSendable, type PanelFacts } from '../serve/panels/panel-facts.ts';
import { queryGroups } from '../serve/panels/query-groups.ts';
import { statusStyle, type Terminal } from './output/terminal.ts';
import type { ProfileReading } from './profile-reading.ts';
import { logLines, spanLines } from './show-activity.ts';
import { indented } from './show-exception.ts';
import type { Printing } from './show-panels.ts';

const MAX_MESSAGE_LENGTH = 200;
const MAX_STATEMENT_LENGTH = 160;
const MAX_QUERIES = 5;
const MAX_CALLS = 5;
const MAX_LOGS = 5;

/** The request in one line. */
export function headLine({ status, method, url }: Entry, terminal: Terminal): string {
  return `${terminal.style(statusStyle(status), String(status))} ${visibleText(method)} ${visibleText(url)}`;
}

/** The facts, the most relevant part of each panel, and which panels there are. */
export function summaryLines(
  reading: ProfileReading,
  panels: readonly PanelFacts[],
  { zone, terminal }: Printing,
): string[] {
  const { profile, token } = reading;
  const { exception = null, logs = [] } = profile.detail ?? {};
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', terminal.style('bold', title), ...lines];
  return [
    ...factLines(reading, zone),
    ...(profile.detail ? [] : ['', emptyReason(profile, '')]),
    ...section('Exception', exception ? [`  ${causeChain(exception)}`, ...firstFrame(exception)] : []),
    ...section('Slowest queries', slowestQueries(profile)),
    ...section('Failed outgoing requests', failedCalls(profile, terminal)),
    ...section(
      logs.length > MAX_LOGS ? `Last ${MAX_LOGS} of ${logs.length.toLocaleString('en')} log lines` : 'Logs',
      logLines(logs.slice(-MAX_LOGS), terminal),
    ),
    ...section(`Panels: gatebook show ${token} --panel NAME`, panelList(panels, terminal)),
  ];
}

/** The values of the request that every panel may need. */
export function factLines({ profile, subRequests, tokens }: ProfileReading, zone: string): string[] {
  const { entry, detail } = profile;
  const isRequest = isSendable(entry);
  const lines = [
    fact('Token', tokens.tokenOf(entry.seq)),
    ...(isRequest ? [fact('Client', `${visibleText(entry.ip)} (${entry.client})`)] : []),
    fact('Time', `${formatExactTime(entry.time, zone)} ${zone}`),
    fact('Duration', formatDuration(entry.duration)),
    ...(entry.kind === 'job' ? [fact('Status', entry.status < 400 ? 'Succeeded' : 'Failed')] : []),
    ...(isRequest ? requestFacts(entry) : []),
  ];
  if (entry.operation) lines.push(fact('Operation', visibleText(entry.operation)));
  lines.push(...operationLines(profile));
  if (entry.user) lines.push(fact('User', visibleText(entry.user)));
  if (entry.tags.length > 0) lines.push(fact('Tags', entry.tags.map(visibleText).join(', ')));
  if (entry.queries > 0)
    lines.push(
      fact('Queries', `${entry.queries.toLocaleString('en')} in ${formatDuration(entry.queryTime)}`),
    );
  if (entry.service) lines.push(fact('Service', visibleText(entry.service)));
  if (entry.release) lines.push(fact('Release', visibleText(entry.release)));
  if (entry.instance) lines.push(fact('Instance', visibleText(entry.instance)));
  if (entry.trace) lines.push(fact('Trace ID', visibleText(entry.trace)));
  lines.push(...loopLines(profile, tokens));
  if (entry.error) lines.push(fact('Error', visibleText(entry.errorGroup || entry.error)));
  if (detail?.endedBy !== undefined) lines.push(fact('Ended by', visibleText(detail.endedBy)));
  if (entry.parent !== null)
    lines.push(fact('Parent', `${tokens.tokenOf(entry.parent)} (this is its ${KIND_NAMES[entry.kind]})`));
  for (const child of subRequests.entries)
    lines.push(fact('Sub-request', `${tokens.tokenOf(child.seq)} (${KIND_NAMES[child.kind]})`));
  return lines;
}

function requestFacts({ responseBytes, route }: Entry): string[] {
  return [fact('Response', formatBytes(responseBytes)), fact('Route', visibleText(route) || 'none')];
}

function loopLines({ detail }: Profile, tokens: Tokens): string[] {
  const { held, waitedFor } = detail ?? {};
  return [
    ...(held === undefined ? [] : [fact('Event loop', `held by this request for ${formatDuration(held)}`)]),
    ...(waitedFor
      ? [
          fact(
            'Event loop',
            `waited ${formatDuration(waitedFor.duration)} for ${tokens.tokenOf(waitedFor.seq)}`,
          ),
        ]
      : []),
  ];
}

/** The operations of a batch, and those that failed. */
function operationLines({ detail }: Profile): string[] {
  const operations = (detail?.spans ?? []).filter(isOperation);
  const failed = operations.filter(({ error }) => error !== undefined);
  return (operations.length > 1 ? operations : failed).map(({ name, duration, error }) => {
    const time = duration === null ? 'not finished' : formatDuration(duration);
    return fact(
      '',
      `${visibleText(name)}, ${time}${error === undefined ? '' : `, failed: ${visibleText(error)}`}`,
    );
  });
}

function fact(name: string, value: string): string {
  return `${name.padEnd(12)} ${value}`;
}

/** An exception and its causes in one line. */
function causeChain(exception: Exception): string {
  const chain: string[] = [];
  for (let next: Exception | null = exception; next; next = next.cause)
    chain.push(`${visibleText(next.name)} ${oneLine(next.message, MAX_MESSAGE_LENGTH)}`.trimEnd());
  return chain.join(' ← ');
}

/** Where the app threw it. */
function firstFrame({ stack }: Exception): string[] {
  const frame = stack.split('\n').find((line) => isFrame(line) && !isLibraryFrame(line));
  return frame === undefined ? [] : indented([`  ${visibleText(frame.trim())}`]);
}

function slowestQueries({ detail }: Profile): string[] {
  const groups = queryGroups(detail?.spans ?? []);
  return groups.slice(0, MAX_QUERIES).map(({ statement, count, total, open, failed }) => {
    const time = open === count ? 'not finished' : formatDuration(total);
    const failure = failed === 0 ? '' : failed === count ? '  failed' : `  ${failed} failed`;
    return `  ${time.padStart(8)}  ${`${count}×`.padStart(4)}  ${oneLine(statement, MAX_STATEMENT_LENGTH)}${failure}`;
  });
}

function failedCalls({ detail }: Profile, terminal: Terminal): string[] {
  const failed = (detail?.spans ?? []).filter((span) => isOutgoing(span) && hasFailed(span));
  return spanLines(failed.slice(0, MAX_CALLS), terminal);
}

/** Names with their counts. What is wrong in one is said; empty ones are only named. */
function panelList(panels: readonly PanelFacts[], terminal: Terminal): string[] {
  const full = panels.filter(({ isEmpty }) => !isEmpty);
  const empty = panels.filter(({ isEmpty }) => isEmpty);
  return [
    ...full.map(({ id, count, alert }) =>
      `  ${id.padEnd(12)}  ${count.padStart(6)}  ${alert ? terminal.style('yellow', alert) : ''}`.trimEnd(),
    ),
    '  everything',
    ...(empty.length > 0 ? indented([`Empty: ${empty.map(({ id }) => id).join(', ')}`]) : []),
  ];
}
