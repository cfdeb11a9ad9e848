import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { type Entry, KIND_NAMES, type Kind } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import { formatExactTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { emptyReason } from '../../report/profile/empty-reason.ts';
import {
  EVERYTHING,
  isOperation,
  isSendable,
  type PanelFacts,
  panelFacts,
  type Shown,
  SUMMARY,
} from '../../report/profile/panel-facts.ts';
import { processEndText } from '../../report/profile/process-end.ts';
import { profileFacts } from '../../report/profile/profile-facts.ts';
import type { ProfileReading } from '../../report/profile/read-profile.ts';
import { type BriefQuery, slowestQueries, tellingCalls, tellingLogs } from '../../report/profile/summary.ts';
import { statusStyle, type Terminal } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { logLines, spanLines } from './show-activity.ts';
import { briefException, indented } from './show-exception.ts';
import { type Printing, panelLines } from './show-panels.ts';

/** Panels to copy from: their lines are not wrapped. */
const VERBATIM: ReadonlySet<string> = new Set(['raw', 'body']);

/** What `gatebook show` prints: the request in one line, and then a panel. */
export function profileLines(reading: ProfileReading, shown: Shown, printing: Printing): string[] {
  const lines = unwrappedLines(reading, shown, printing);
  return VERBATIM.has(shown) ? lines : wrapLines(lines, printing.terminal);
}

function unwrappedLines(reading: ProfileReading, shown: Shown, printing: Printing): string[] {
  const panels = panelFacts(reading);
  const head = headLine(reading.profile.entry, printing.terminal);
  if (shown === SUMMARY) return [head, '', ...summaryLines(reading, panels, printing)];
  if (shown === EVERYTHING) {
    const rest = panels.filter(({ id, isEmpty }) => id !== 'raw' && !isEmpty);
    const lines = rest.flatMap((facts) => ['', ...panelLines(facts, reading, printing)]);
    return [head, '', ...factLines(reading, printing.zone), ...lines];
  }
  const facts = panels.find(({ id }) => id === shown);
  const lines = facts ? panelLines(facts, reading, printing) : ['This profile has no such panel.'];
  // Raw is JSON that other programs read.
  return shown === 'raw' ? lines.slice(1) : [head, '', ...lines];
}

function headLine({ status, method, url }: Entry, terminal: Terminal): string {
  return `${terminal.style(statusStyle(status), String(status))} ${visibleText(method)} ${visibleText(url)}`;
}

/** The facts, the most relevant part of each panel, and which panels there are. */
function summaryLines(
  reading: ProfileReading,
  panels: readonly PanelFacts[],
  { zone, terminal }: Printing,
): string[] {
  const { profile, token } = reading;
  const { exception = null } = profile.detail ?? {};
  const { title, lines } = tellingLogs(profile);
  const outgoing = tellingCalls(profile);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', terminal.style('bold', title), ...lines];
  return [
    ...factLines(reading, zone),
    ...(profile.detail ? [] : ['', emptyReason(profile, '')]),
    ...section('Exception', indented(briefException(exception))),
    ...section('Slowest queries', slowestQueries(profile).queries.flatMap(queryLines)),
    ...section(outgoing.title, spanLines(outgoing.calls, terminal)),
    ...section(title, logLines(lines, terminal)),
    ...section(`Panels: gatebook show ${token} --panel NAME`, panelList(panels, terminal)),
  ];
}

/** The values of the request that every panel may need. */
function factLines({ profile, subRequests, tokens, processEnd }: ProfileReading, zone: string): string[] {
  const { entry } = profile;
  return [
    fact('Token', tokens.tokenOf(entry.seq)),
    ...(isSendable(entry) ? [fact('Client', `${visibleText(entry.ip)} (${entry.client})`)] : []),
    fact('Time', `${formatExactTime(entry.time, zone)} ${zone}`),
    ...profileFacts(profile).map(({ name, value }) =>
      fact(name, visibleText((name === 'Error' && entry.errorGroup) || value) || 'none'),
    ),
    ...operationLines(profile),
    ...(entry.tags.length > 0 ? [fact('Tags', entry.tags.map(visibleText).join(', '))] : []),
    ...loopLines(profile, tokens),
    ...(entry.parent === null
      ? []
      : [fact('Parent', `${tokens.tokenOf(entry.parent)} (${parentText(entry.kind)})`)]),
    ...(processEnd
      ? [
          fact(
            'Process',
            `${visibleText(processEndText(processEnd, entry))} (${tokens.tokenOf(processEnd.seq)})`,
          ),
        ]
      : []),
    ...subRequests.entries.map(({ seq, kind }) =>
      fact('Sub-request', `${tokens.tokenOf(seq)} (${KIND_NAMES[kind]})`),
    ),
  ];
}

function parentText(kind: Kind): string {
  return kind === 'process' ? 'its code threw the error' : `this is its ${KIND_NAMES[kind]}`;
}

function loopLines({ detail }: Profile, tokens: Tokens): string[] {
  const { held, waitedFor } = detail ?? {};
  const texts: string[] = [];
  if (held !== undefined) texts.push(`held by this request for ${formatDuration(held)}`);
  if (waitedFor)
    texts.push(`waited ${formatDuration(waitedFor.duration)} for ${tokens.tokenOf(waitedFor.seq)}`);
  return texts.map((text) => fact('Event loop', text));
}

/** The operations of a batch, and those that failed. */
function operationLines({ detail }: Profile): string[] {
  const operations = (detail?.spans ?? []).filter(isOperation);
  const failed = operations.filter(({ error }) => error !== undefined);
  return (operations.length > 1 ? operations : failed).map(({ name, duration, error }, i) => {
    const time = duration === null ? 'not finished' : formatDuration(duration);
    return fact(
      i === 0 ? 'Operations' : '',
      `${visibleText(name)}, ${time}${error === undefined ? '' : `, failed: ${visibleText(error)}`}`,
    );
  });
}

function fact(name: string, value: string): string {
  return `${name.padEnd(13)} ${value}`;
}

/** A query, and below it where the app made it and what it waited for. */
function queryLines({ time, count, statement, failure, isRepeated, caller, wait }: BriefQuery): string[] {
  const place = [isRepeated && 'N+1 query', caller && `from ${caller}`].filter(Boolean).join(' ');
  const facts = [place, wait].filter((fact) => fact !== '').join(', ');
  return [
    `  ${time.padStart(8)}  ${`${count}×`.padStart(4)}  ${statement}  ${failure}`.trimEnd(),
    ...(facts === '' ? [] : [`${' '.repeat(18)}${facts}`]),
  ];
}

/** The names of panels, with their counts and alerts. Empty panels share the last line. */
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
