import { formatBytes } from '../../format/units.ts';
import { ResultsTable } from '../pages/results-table.tsx';
import { activityPanels } from './activity-panels.tsx';
import { Client } from './client.tsx';
import { emptyReason, noActivityReason } from './empty-reason.ts';
import { ExceptionView } from './exception.tsx';
import { Headers } from './headers.tsx';
import { OmittedNotice } from './omitted.tsx';
import { counted, type Panel } from './panel.ts';
import type { ProfileView } from './profile-view.ts';
import { Raw } from './raw.tsx';
import { Timeline } from './timeline.tsx';

/** The panels in the order they are shown: what went wrong first, then where the time went. */
export function panelsOf(view: ProfileView): readonly Panel[] {
  const { detail } = view.profile;
  const exception = exceptionPart(view);
  const timeline = timelinePart(view);
  const [first, rest]: [Panel[], Panel[]] = [[], [requestPart(view), responsePart(view)]];
  (detail?.exception ? first : rest).push(exception);
  if (detail?.spans) first.push(timeline);
  else rest.splice(2, 0, timeline);
  return [
    ...first,
    ...rest,
    ...activityPanels(view.profile),
    clientPart(view),
    familyPart(view),
    rawPart(view),
  ];
}

function requestPart({ profile }: ProfileView): Panel {
  const { entry, detail } = profile;
  const headers = detail?.requestHeaders ?? [];
  const facts = {
    'HTTP version': detail?.httpVersion ?? '',
    'Socket address': detail?.socketIp ?? '',
    Body: formatBytes(entry.requestBytes),
  };
  return {
    id: 'request',
    name: 'Request',
    count: counted(headers.length),
    body: headers.length > 0 ? <Headers facts={facts} headers={headers} /> : null,
    empty:
      entry.parent === null ? emptyReason(profile, 'It had no headers.') : 'The same as its main request’s.',
  };
}

function responsePart({ profile }: ProfileView): Panel {
  const { entry, detail } = profile;
  const headers = detail?.responseHeaders ?? [];
  const facts = { Status: String(entry.status), Sent: formatBytes(entry.responseBytes) };
  return {
    id: 'response',
    name: 'Response',
    count: counted(headers.length),
    body: detail ? <Headers facts={facts} headers={headers} /> : null,
    empty: emptyReason(profile, ''),
  };
}

function timelinePart({ profile }: ProfileView): Panel {
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
    count: counted(spans?.length ?? 0),
    body: phases || spans ? body : null,
    empty: noActivityReason(profile, ''),
  };
}

function exceptionPart({ profile, sources }: ProfileView): Panel {
  const thrown = profile.detail?.exception ?? null;
  return {
    id: 'exception',
    name: 'Exception',
    count: thrown ? '1' : '',
    body: thrown && <ExceptionView exception={thrown} sources={sources} />,
    empty: emptyReason(profile, 'No exception was thrown.'),
  };
}

function clientPart(view: ProfileView): Panel {
  return { id: 'client', name: 'Client', count: '', body: <Client {...view} />, empty: '' };
}

/** The sub-requests of a main request, or the main request of one of them. */
function familyPart({ base, profile, parent, subRequests, tokens, zone }: ProfileView): Panel {
  const { searchedTo } = subRequests;
  const isMain = profile.entry.parent === null;
  const entries = isMain ? subRequests.entries : parent ? [parent] : [];
  const nothing = isMain
    ? 'This request had no error stage and no sub-requests.'
    : 'Its main request is no longer in the book.';
  return {
    id: 'sub-requests',
    name: isMain ? 'Sub-requests' : 'Main request',
    count: isMain ? counted(entries.length) : '',
    body:
      entries.length === 0 ? null : (
        <>
          <ResultsTable base={base} entries={entries} tokens={tokens} zone={zone} />
          <OmittedNotice profile={profile} kind="subRequests" />
        </>
      ),
    empty:
      searchedTo === null
        ? nothing
        : 'The book was not searched through in time. Reload the page to look again.',
  };
}

function rawPart(view: ProfileView): Panel {
  return { id: 'raw', name: 'Raw', count: '', body: <Raw {...view} />, empty: '' };
}
