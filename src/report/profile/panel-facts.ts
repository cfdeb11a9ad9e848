import { countText } from '../../format/count-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { loudnessOf } from '../../profile/log-level.ts';
import { hasFailed, type Omitted, type Profile, type Span } from '../../profile/profile.ts';
import type { Page } from '../../store/store.ts';
import { emptyReason, noActivityReason, omittedText } from './empty-reason.ts';
import { countQueries, queryGroups } from './query-groups.ts';
import { isNPlusOne } from './query-texts.ts';

/** A panel without its content. The page and the command line have the same panels. */
export interface PanelFacts {
  readonly id: PanelId;
  readonly name: string;
  /** The number in the rail; empty for none. */
  readonly count: string;
  /** A problem in the panel, in words; the rail marks it. */
  readonly alert?: string | undefined;
  readonly isEmpty: boolean;
  readonly empty: string;
  /** How much the limits per request left out; empty for nothing. */
  readonly omitted: string;
}

/** In display order: what went wrong and what was done, then what was sent, then the rest. */
export const PANEL_IDS = [
  'exception',
  'timeline',
  'queries',
  'logs',
  'operations',
  'outgoing',
  'request',
  'body',
  'notes',
  'client',
  'sub-requests',
  'raw',
] as const;
export type PanelId = (typeof PANEL_IDS)[number];

/** The most relevant part of each panel. */
export const SUMMARY = 'summary';
export const EVERYTHING = 'everything';
/** The values of `--panel`. */
export const SHOWN = [SUMMARY, ...PANEL_IDS, EVERYTHING] as const;
export type Shown = (typeof SHOWN)[number];

export interface PanelSource {
  readonly profile: Profile;
  /** The main request of a sub-request; `null` if there is none or it is no longer in the book. */
  readonly parent: Entry | null;
  readonly subRequests: Page;
}

/** Whether there is a request that can be sent again. Jobs, their sub-requests and processes have none. */
export function isSendable({ url }: Entry): boolean {
  return !url.startsWith('job:') && !url.startsWith('process:');
}

export function isOutgoing({ kind }: Span): boolean {
  return kind === 'http';
}

export function isOperation({ kind }: Span): boolean {
  return kind === 'operation';
}

const PLAIN = { count: '', isEmpty: false, empty: '', omitted: '' };

const OF_PROCESS: readonly PanelId[] = ['exception', 'notes', 'raw'];

export function panelFacts(source: PanelSource): readonly PanelFacts[] {
  const facts = allFacts(source);
  return source.profile.entry.kind === 'process' ? facts.filter(({ id }) => OF_PROCESS.includes(id)) : facts;
}

function allFacts(source: PanelSource): readonly PanelFacts[] {
  const { profile } = source;
  const { entry, detail } = profile;
  const { phases, spans = [], logs = [], notes = [], exception = null } = detail ?? {};
  const isRequest = isSendable(entry);
  const outgoing = spans.filter(isOutgoing);
  const operations = spans.filter(isOperation).length;
  const activity = (
    id: PanelId,
    name: string,
    kind: keyof Omitted,
    count: number,
    rest: Pick<PanelFacts, 'empty' | 'alert'>,
  ): PanelFacts => ({
    id,
    name,
    count: panelCount(count),
    isEmpty: count === 0,
    alert: rest.alert,
    // Omitted items may belong to this panel, so it must not claim that there were none.
    empty: omittedText(profile, kind) || noActivityReason(profile, rest.empty),
    omitted: omittedText(profile, kind),
  });
  return [
    {
      ...PLAIN,
      id: 'exception',
      name: 'Exception',
      isEmpty: exception === null,
      empty: emptyReason(profile, 'No exception was recorded.'),
    },
    {
      id: 'timeline',
      name: 'Timeline',
      count: panelCount(spans.length),
      isEmpty: phases === undefined && detail?.spans === undefined,
      empty: noActivityReason(profile, ''),
      omitted: omittedText(profile, 'spans'),
    },
    activity('queries', 'Queries', 'spans', countQueries(queryGroups(spans)).queries, {
      alert: queryAlert(spans),
      empty: 'No queries were recorded.',
    }),
    activity('logs', 'Logs', 'logs', logs.length, {
      alert: logs.some(({ level }) => loudnessOf(level) === 'error') ? 'Has errors' : undefined,
      empty: 'No logs were recorded.',
    }),
    // Most requests have no operations, and no such panel.
    ...(operations > 0 ? [activity('operations', 'Operations', 'spans', operations, { empty: '' })] : []),
    activity('outgoing', 'Outgoing', 'spans', outgoing.length, {
      alert: outgoing.some(hasFailed) ? 'Some failed' : undefined,
      empty: 'No outgoing requests were recorded.',
    }),
    ...(isRequest ? [requestFacts(profile), bodyFacts(profile)] : []),
    // Tags are also on an entry without a detail.
    activity('notes', 'Notes', 'notes', notes.length + entry.tags.length, {
      empty: 'The app added no notes.',
    }),
    ...(isRequest ? [{ ...PLAIN, id: 'client', name: 'Client' } as const] : []),
    subRequestFacts(source),
    { ...PLAIN, id: 'raw', name: 'Raw' },
  ];
}

function queryAlert(spans: readonly Span[]): string | undefined {
  const groups = queryGroups(spans);
  if (groups.some(({ failed }) => failed > 0)) return 'Some failed';
  return groups.some(isNPlusOne) ? 'N+1 query' : undefined;
}

function requestFacts(profile: Profile): PanelFacts {
  const { requestHeaders = [], responseHeaders = [] } = profile.detail ?? {};
  return {
    ...PLAIN,
    id: 'request',
    name: 'Request',
    count: panelCount(requestHeaders.length + responseHeaders.length),
    isEmpty: profile.detail === null,
    empty: emptyReason(profile, ''),
  };
}

function bodyFacts(profile: Profile): PanelFacts {
  const { entry, detail } = profile;
  const count = [detail?.requestBody, detail?.responseBody].filter((body) => body !== undefined).length;
  const empty =
    entry.parent === null
      ? 'No bodies were recorded: the option "bodies" is not set, or not for this request.'
      : 'Shown in the profile of the main request.';
  return {
    ...PLAIN,
    id: 'body',
    name: 'Body',
    count: panelCount(count),
    isEmpty: count === 0,
    empty: emptyReason(profile, empty),
  };
}

function subRequestFacts({ profile, parent, subRequests }: PanelSource): PanelFacts {
  const { entry } = profile;
  const isMain = entry.parent === null;
  const count = isMain ? subRequests.entries.length : parent ? 1 : 0;
  const empty = isMain
    ? entry.kind === 'job'
      ? 'This job had no sub-requests.'
      : 'This request had no error stage and no sub-requests.'
    : 'The main request is no longer in the book.';
  return {
    id: 'sub-requests',
    name: isMain ? 'Sub-requests' : 'Main request',
    count: isMain ? panelCount(count) : '',
    isEmpty: count === 0,
    empty:
      subRequests.searchedTo === null
        ? empty
        : 'The search reached its time limit. Reload the page to try again.',
    omitted: omittedText(profile, 'subRequests'),
  };
}

/** `13,601`, or empty for zero. */
function panelCount(count: number): string {
  return count === 0 ? '' : countText(count);
}
