import { formatBytes } from '../../format/units.ts';
import { ResultsTable } from '../pages/results-table.tsx';
import { activityPanels } from './activity-panels.tsx';
import { bodyPanel } from './bodies.tsx';
import { Client } from './client.tsx';
import { emptyReason, noActivityReason } from './empty-reason.ts';
import { ExceptionView } from './exception.tsx';
import { isSendable } from './export-links.tsx';
import { Headers } from './headers.tsx';
import { OmittedNotice } from './omitted.tsx';
import { type Panel, tabCount } from './panel.ts';
import type { ProfileView } from './profile-view.ts';
import { Raw } from './raw.tsx';
import { Timeline } from './timeline.tsx';

/** All panels in display order: first the exception, then the timeline, if there are any. */
export function allPanels(view: ProfileView): readonly Panel[] {
  const { entry, detail } = view.profile;
  const isRequest = isSendable(entry);
  const exception = exceptionPanel(view);
  const timeline = timelinePanel(view);
  const [first, rest]: [Panel[], Panel[]] = [
    [],
    isRequest ? [requestPanel(view), responsePanel(view), bodyPanel(view.profile)] : [],
  ];
  (detail?.exception ? first : rest).push(exception);
  if (detail?.spans) first.push(timeline);
  else rest.splice(3, 0, timeline);
  return [
    ...first,
    ...rest,
    ...activityPanels(view.profile),
    ...(isRequest ? [clientPanel(view)] : []),
    subRequestsPanel(view),
    rawPanel(view),
  ];
}

function requestPanel({ profile }: ProfileView): Panel {
  const { entry, detail } = profile;
  const headers = detail?.requestHeaders ?? [];
  const facts = {
    'HTTP version': detail?.httpVersion ?? '',
    'Socket address': detail?.socketIp ?? '',
    'Body size': formatBytes(entry.requestBytes),
  };
  return {
    id: 'request',
    name: 'Request',
    count: tabCount(headers.length),
    body: headers.length > 0 ? <Headers facts={facts} headers={headers} /> : null,
    empty:
      entry.parent === null
        ? emptyReason(profile, 'The request had no headers.')
        : 'Same as the main request.',
  };
}

function responsePanel({ profile }: ProfileView): Panel {
  const { entry, detail } = profile;
  const headers = detail?.responseHeaders ?? [];
  const facts = { Status: String(entry.status), 'Response size': formatBytes(entry.responseBytes) };
  return {
    id: 'response',
    name: 'Response',
    count: tabCount(headers.length),
    body: detail ? <Headers facts={facts} headers={headers} /> : null,
    empty: emptyReason(profile, ''),
  };
}

function timelinePanel({ profile }: ProfileView): Panel {
  const { phases, spans } = profile.detail ?? {};
  const body = (
    <>
      <Timeline profile={profile} />
      <OmittedNotice profile={profile} kind="spans" />
    </>
  );
  return {
    id: 'timeline',
    name: 'Timeline',
    count: tabCount(spans?.length ?? 0),
    body: phases || spans ? body : null,
    empty: noActivityReason(profile, ''),
  };
}

function exceptionPanel({ profile, sources }: ProfileView): Panel {
  const exception = profile.detail?.exception ?? null;
  return {
    id: 'exception',
    name: 'Exception',
    count: exception ? '1' : '',
    body: exception && <ExceptionView exception={exception} sources={sources} />,
    empty: emptyReason(profile, 'No exception was recorded.'),
  };
}

function clientPanel(view: ProfileView): Panel {
  return { id: 'client', name: 'Client', count: '', body: <Client {...view} />, empty: '' };
}

/** The sub-requests of a main request, or the main request of a sub-request. */
function subRequestsPanel({ base, profile, parent, subRequests, tokens, zone }: ProfileView): Panel {
  const { searchedTo } = subRequests;
  const isMain = profile.entry.parent === null;
  const entries = isMain ? subRequests.entries : parent ? [parent] : [];
  const empty = isMain
    ? profile.entry.kind === 'job'
      ? 'This job had no sub-requests.'
      : 'This request had no error stage and no sub-requests.'
    : 'The main request is no longer in the book.';
  return {
    id: 'sub-requests',
    name: isMain ? 'Sub-requests' : 'Main request',
    count: isMain ? tabCount(entries.length) : '',
    body:
      entries.length === 0 ? null : (
        <>
          <ResultsTable base={base} entries={entries} tokens={tokens} zone={zone} />
          <OmittedNotice profile={profile} kind="subRequests" />
        </>
      ),
    empty: searchedTo === null ? empty : 'The search reached its time limit. Reload the page to try again.',
  };
}

function rawPanel(view: ProfileView): Panel {
  return { id: 'raw', name: 'Raw', count: '', body: <Raw {...view} />, empty: '' };
}
