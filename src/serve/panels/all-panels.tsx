import { formatBytes } from '../../format/units.ts';
import { ResultsTable } from '../pages/results-table.tsx';
import { activityPanels, notesPanel } from './activity-panels.tsx';
import { bodyPanel } from './bodies.tsx';
import { Client } from './client.tsx';
import { emptyReason, noActivityReason } from './empty-reason.ts';
import { ExceptionPanel } from './exception.tsx';
import { isSendable } from './export-links.tsx';
import { Headers } from './headers.tsx';
import { OmittedNotice } from './omitted.tsx';
import { type Panel, panelCount } from './panel.ts';
import type { ProfileView } from './profile-view.ts';
import { Raw } from './raw.tsx';
import { Timeline } from './timeline.tsx';

/** All panels in display order: what went wrong and what was done, then what was sent, then the rest. */
export function allPanels(view: ProfileView): readonly Panel[] {
  const isRequest = isSendable(view.profile.entry);
  return [
    exceptionPanel(view),
    timelinePanel(view),
    ...activityPanels(view),
    ...(isRequest ? [requestPanel(view), bodyPanel(view.profile)] : []),
    notesPanel(view),
    ...(isRequest ? [clientPanel(view)] : []),
    subRequestsPanel(view),
    rawPanel(view),
  ];
}

/** The headers of the request and the response. */
function requestPanel({ profile }: ProfileView): Panel {
  const { entry, detail } = profile;
  const { requestHeaders = [], responseHeaders = [], httpVersion = '', socketIp = '' } = detail ?? {};
  const isStage = entry.parent !== null && requestHeaders.length === 0;
  const body = (
    <div class="side-by-side">
      {isStage ? (
        <p class="empty">Same as the main request.</p>
      ) : (
        <Headers
          id="request-headers"
          title="Request"
          facts={{
            'HTTP version': httpVersion,
            'Socket address': socketIp,
            'Body size': formatBytes(entry.requestBytes),
          }}
          headers={requestHeaders}
        />
      )}
      <Headers
        id="response-headers"
        title="Response"
        facts={{ Status: String(entry.status), 'Response size': formatBytes(entry.responseBytes) }}
        headers={responseHeaders}
      />
    </div>
  );
  return {
    id: 'request',
    name: 'Request',
    count: panelCount(requestHeaders.length + responseHeaders.length),
    body: detail ? body : null,
    empty: emptyReason(profile, ''),
  };
}

function timelinePanel(view: ProfileView): Panel {
  const { profile } = view;
  const { phases, spans } = profile.detail ?? {};
  const body = (
    <>
      <Timeline view={view} />
      <OmittedNotice profile={profile} kind="spans" />
    </>
  );
  return {
    id: 'timeline',
    name: 'Timeline',
    count: panelCount(spans?.length ?? 0),
    body: phases || spans ? body : null,
    empty: noActivityReason(profile, ''),
  };
}

function exceptionPanel({ profile, sources }: ProfileView): Panel {
  const exception = profile.detail?.exception ?? null;
  return {
    id: 'exception',
    name: 'Exception',
    count: '',
    body: exception && <ExceptionPanel exception={exception} sources={sources} />,
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
    count: isMain ? panelCount(entries.length) : '',
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
