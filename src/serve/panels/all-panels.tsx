import type { Child } from 'hono/jsx';
import { formatBytes } from '../../format/units.ts';
import { isOperation, isOutgoing, type PanelId, panelFacts } from '../../report/profile/panel-facts.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import { ResultsTable } from '../pages/search/results-table.tsx';
import { Bodies } from './bodies.tsx';
import { Client } from './client.tsx';
import { ExceptionPanel } from './exception.tsx';
import { Headers } from './headers.tsx';
import { Logs } from './logs.tsx';
import { Notes } from './notes.tsx';
import type { Panel } from './panels.tsx';
import { Queries } from './queries.tsx';
import { Raw } from './raw.tsx';
import { SpanTable } from './span-table.tsx';
import { Timeline } from './timeline.tsx';

/** All panels in display order. */
export function allPanels(view: ProfileView): readonly Panel[] {
  return panelFacts(view).map((facts) => ({
    ...facts,
    body: facts.isEmpty ? null : (
      <>
        {panelContent(facts.id, view)}
        {facts.omitted !== '' && <p class="cut">{facts.omitted}</p>}
      </>
    ),
  }));
}

function panelContent(id: PanelId, view: ProfileView): Child {
  const { profile, sources } = view;
  const { exception = null, spans = [], logs = [] } = profile.detail ?? {};
  switch (id) {
    case 'exception':
      return exception && <ExceptionPanel exception={exception} sources={sources} />;
    case 'timeline':
      return <Timeline view={view} />;
    case 'queries':
      return <Queries {...view} />;
    case 'logs':
      return <Logs lines={logs} />;
    case 'operations':
      return <SpanTable spans={spans.filter(isOperation)} nameLabel="Operation" outcomeLabel="Result" />;
    case 'outgoing':
      return <SpanTable spans={spans.filter(isOutgoing)} nameLabel="Request" outcomeLabel="Response" />;
    case 'request':
      return <RequestHeaders {...view} />;
    case 'body':
      return <Bodies profile={profile} />;
    case 'notes':
      return <Notes {...view} />;
    case 'client':
      return <Client {...view} />;
    case 'sub-requests':
      return <SubRequests {...view} />;
    case 'raw':
      return <Raw {...view} />;
  }
}

function RequestHeaders({ profile: { entry, detail } }: ProfileView) {
  const { requestHeaders = [], responseHeaders = [], httpVersion = '', socketIp = '' } = detail ?? {};
  const isStage = entry.parent !== null && requestHeaders.length === 0;
  return (
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
}

function SubRequests({ base, profile, parent, subRequests, tokens, zone }: ProfileView) {
  const entries = profile.entry.parent === null ? subRequests.entries : parent ? [parent] : [];
  return <ResultsTable base={base} entries={entries} tokens={tokens} zone={zone} />;
}
