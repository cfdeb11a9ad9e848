import { visibleText } from '../../format/visible-text.ts';
import { isSendable } from '../../report/profile/panel-facts.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import { CLIENT_WINDOW } from '../../report/profile/related.ts';
import { OLDEST_FIRST } from '../../search/criteria.ts';
import { clauseText } from '../../search/edit-query.ts';
import { SearchLink } from '../pages/entry-values.tsx';
import { ResultsTable } from '../pages/search/results-table.tsx';
import { searchLinks } from '../pages/search-links.ts';
import { FactRow, FactTable } from './facts.tsx';

/** The client, and its requests around this one. */
export function Client(view: ProfileView) {
  const { base, zone } = view;
  const { entry, detail } = view.profile;
  const search = (field: string, value: string) => (
    <SearchLink base={base} field={field} value={value} zone={zone} />
  );
  return (
    <>
      <FactTable>
        <FactRow name="IP address">
          {search('ip', entry.ip)}
          {detail && detail.socketIp !== entry.ip && ` via ${visibleText(detail.socketIp)}`}
        </FactRow>
        <FactRow name="Client class">{search('client', entry.client)}</FactRow>
        <FactRow name="User agent">{search('agent', entry.userAgent)}</FactRow>
      </FactTable>
      <ClientRequestTable {...view} />
    </>
  );
}

/** All from this client, 5 minutes before and after, with the current row marked. */
function ClientRequestTable({ base, tokens, zone, profile, clientRequests }: ProfileView) {
  const { entry } = profile;
  if (!isSendable(entry)) return null;
  if (!clientRequests)
    return (
      <p class="empty">
        This request came through a local socket and has no client address, so other requests from the same
        client are unknown.
      </p>
    );
  const { requests, isComplete, isLimited } = clientRequests;
  const href = searchLinks({ base, text: clauseText('ip', [entry.ip]), terms: [], zone }).inTimeRange({
    from: entry.time - CLIENT_WINDOW,
    to: entry.time + CLIENT_WINDOW,
  });
  return (
    <section class="part client-requests" aria-labelledby="client-requests-heading">
      <h2 id="client-requests-heading">
        <a href={href ?? base}>All from this client, 5 minutes before and after</a>
      </h2>
      {requests.length > 1 ? (
        <ResultsTable
          base={base}
          entries={requests}
          tokens={tokens}
          zone={zone}
          current={entry.parent ?? entry.seq}
        />
      ) : (
        isComplete && <p class="empty">No other requests from this client in these 10 minutes.</p>
      )}
      {isLimited && <p class="cut">There are more. The link above lists all of them.</p>}
      {!isComplete && (
        <p class="cut">The search reached its time limit. Open the link above, or reload the page.</p>
      )}
    </section>
  );
}

/** Rows of the summary. */
const SHOWN_BEFORE = 8;

/** What this client did in the 5 minutes before, the oldest first, up to this request. */
export function ClientBefore({ base, tokens, zone, profile: { entry }, clientRequests }: ProfileView) {
  const before = clientRequests?.requests.filter(({ time }) => time <= entry.time) ?? [];
  if (before.length < 2) return null;
  const text = clauseText('ip', [entry.ip]);
  const search = searchLinks({ base, text, terms: [], zone, order: OLDEST_FIRST });
  const all = search.inTimeRange({ from: entry.time - CLIENT_WINDOW, to: entry.time + CLIENT_WINDOW });
  return (
    <section class="part client-requests" aria-labelledby="before-heading">
      <h2 id="before-heading">What this client did before</h2>
      <ResultsTable
        base={base}
        entries={before.slice(0, SHOWN_BEFORE).toReversed()}
        tokens={tokens}
        zone={zone}
        current={entry.parent ?? entry.seq}
      />
      <p class="part-more">
        <a href={all ?? base}>All from this client, 5 minutes before and after</a>
      </p>
    </section>
  );
}
