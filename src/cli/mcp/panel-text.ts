import { describeBody, readableBody } from '../../format/body-text.ts';
import { formatBytes, formatDuration } from '../../format/units.ts';
import { visibleJson, visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { entryJson, profileJson } from '../../profile/entry-json.ts';
import type { Header, Profile, Span } from '../../profile/profile.ts';
import type { Tokens } from '../../profile/token.ts';
import { emptyReason, noActivityReason } from '../../serve/panels/empty-reason.ts';
import { omittedText } from '../../serve/panels/omitted-text.ts';
import { exceptionLines } from '../show-exception.ts';
import { queryLines } from '../show-queries.ts';
import { entryLine } from './entry-line.ts';

export const PANELS = [
  'summary',
  'exception',
  'queries',
  'logs',
  'outgoing',
  'timeline',
  'request',
  'body',
  'notes',
  'sub-requests',
  'raw',
] as const;
export type PanelName = (typeof PANELS)[number];

interface View {
  readonly profile: Profile;
  readonly children: readonly Entry[];
  readonly tokens: Tokens;
}

/** A panel of the page as text. Without content, the reason. */
export function panelText(panel: PanelName, view: View): string {
  const text = PANEL_LINES[panel](view).join('\n');
  if (text.trim() !== '') return text;
  const { profile } = view;
  const nothing = `Nothing recorded for the panel ${panel}.`;
  return panel === 'request' || panel === 'exception' || panel === 'body'
    ? emptyReason(profile, nothing)
    : noActivityReason(profile, nothing);
}

const PANEL_LINES: Readonly<Record<PanelName, (view: View) => readonly string[]>> = {
  summary: summaryLines,
  exception: ({ profile: { detail } }) => (detail?.exception ? exceptionLines(detail.exception) : []),
  queries: ({ profile }) => queryLines(profile),
  logs: ({ profile }) => [
    ...(profile.detail?.logs ?? []).map(({ at, source, level, text, fields = '' }) =>
      visibleLines(`+${formatDuration(at)} ${source} ${level} ${text} ${fields}`.trimEnd()),
    ),
    ...omitted(profile, 'logs'),
  ],
  outgoing: ({ profile }) => [
    ...(profile.detail?.spans ?? []).filter(({ kind }) => kind === 'http').map(spanLine),
    ...omitted(profile, 'spans'),
  ],
  timeline: timelineLines,
  request: ({ profile: { detail } }) =>
    detail
      ? [
          'Request headers',
          ...detail.requestHeaders.map(headerLine),
          'Response headers',
          ...detail.responseHeaders.map(headerLine),
        ]
      : [],
  body: ({ profile: { detail } }) =>
    [
      ['Request body', detail?.requestBody] as const,
      ['Response body', detail?.responseBody] as const,
    ].flatMap(([title, body]) =>
      body ? [`${title} (${visibleText(describeBody(body))})`, readableBody(body) ?? ''] : [],
    ),
  notes: ({ profile: { detail, entry } }) => [
    ...(entry.tags.length > 0 ? [`tags: ${entry.tags.join(', ')}`] : []),
    ...(detail?.notes ?? []).map(({ key, value }) => `${key}: ${value}`),
  ],
  'sub-requests': ({ children, tokens }) => children.map((child) => entryLine(child, tokens)),
  raw: ({ profile, children, tokens }) => [
    visibleJson({
      ...profileJson(profile, tokens),
      subRequests: children.map((child) => entryJson(child, tokens)),
    }),
  ],
};

function summaryLines(view: View): readonly string[] {
  const { profile, children, tokens } = view;
  const { entry, detail } = profile;
  const { exception = null, phases, cpu, loopDelay } = detail ?? {};
  const facts = [
    entryLine(entry, tokens),
    `client ${entry.ip || 'unknown'}, response ${formatBytes(entry.responseBytes)}`,
    entry.operation && `operation ${entry.operation}`,
    [entry.service, entry.release, entry.instance].filter((text) => text !== '').join(', '),
    entry.parent === null ? '' : `belongs to ${tokens.tokenOf(entry.parent)}`,
    phases?.headers === undefined ? '' : `time to first byte ${formatDuration(phases.headers)}`,
    cpu === undefined ? '' : `CPU time ${formatDuration(cpu)}`,
    loopDelay === undefined ? '' : `event-loop delay ${formatDuration(loopDelay)}`,
    exception ? `exception ${exception.name}: ${exception.message.slice(0, 500)}` : '',
    ...queryLines(profile).slice(0, 2),
    detail ? `panels: ${panelCounts(view)}` : emptyReason(profile, ''),
    children.length > 0 ? `sub-requests: ${children.length}` : '',
  ];
  return facts.filter((fact) => fact !== '');
}

/** The panels that have something. */
function panelCounts({ profile: { detail, entry } }: View): string {
  const { spans = [], logs = [], notes = [], exception, requestBody, responseBody } = detail ?? {};
  const outgoing = spans.filter(({ kind }) => kind === 'http').length;
  const counts: readonly (readonly [PanelName, number])[] = [
    ['exception', exception ? 1 : 0],
    ['queries', entry.queries],
    ['logs', logs.length],
    ['outgoing', outgoing],
    ['timeline', spans.length],
    ['request', (detail?.requestHeaders.length ?? 0) + (detail?.responseHeaders.length ?? 0)],
    ['body', [requestBody, responseBody].filter((body) => body !== undefined).length],
    ['notes', notes.length],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function timelineLines({ profile }: View): readonly string[] {
  const { spans = [] } = profile.detail ?? {};
  const depth = (span: Span, seen = 0): number => {
    const parent = span.parent === null ? undefined : spans[span.parent];
    return parent && seen < 50 ? depth(parent, seen + 1) + 1 : 0;
  };
  return [
    ...spans.map(
      (span) => `+${formatDuration(span.at)} ${'  '.repeat(depth(span))}${span.kind} ${spanLine(span)}`,
    ),
    ...omitted(profile, 'spans'),
  ];
}

function spanLine({ name, duration, status, error, calledFrom, rows, system }: Span): string {
  const facts = [
    `${system ? `${system} ` : ''}${name.replace(/\s+/g, ' ')}`,
    duration === null ? 'not finished' : formatDuration(duration),
    status === undefined ? '' : `status ${status}`,
    rows === undefined ? '' : `${rows} rows`,
    error === undefined ? '' : `failed: ${error}`,
    calledFrom === undefined ? '' : `from ${calledFrom}`,
  ];
  return visibleText(facts.filter((fact) => fact !== '').join(', '));
}

function headerLine([name, value]: Header): string {
  return `  ${visibleText(name)}: ${value === null ? '(withheld)' : visibleText(value)}`;
}

function omitted(profile: Profile, kind: Parameters<typeof omittedText>[1]): readonly string[] {
  const text = omittedText(profile, kind);
  return text === '' ? [] : [text];
}
