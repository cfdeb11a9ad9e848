import { visibleText } from '../../format/visible-text.ts';
import type { Page } from '../../store/store.ts';
import { SearchLink } from '../pages/entry-values.tsx';
import { ResultsTable } from '../pages/results-table.tsx';
import type { ProfileView } from './profile-view.ts';

/** The client, and its requests just before and after this one. */
export function Client(view: ProfileView) {
  const { base, zone, clientRequests } = view;
  const { entry, detail } = view.profile;
  return (
    <>
      <table class="facts">
        <tbody>
          <tr>
            <th scope="row">IP address</th>
            <td>
              <SearchLink base={base} field="ip" value={entry.ip} zone={zone} />
              {detail && detail.socketIp !== entry.ip && ` via ${visibleText(detail.socketIp)}`}
            </td>
          </tr>
          <tr>
            <th scope="row">Client class</th>
            <td>
              <SearchLink base={base} field="client" value={entry.client} zone={zone} />
            </td>
          </tr>
          <tr>
            <th scope="row">User agent</th>
            <td>
              <SearchLink base={base} field="agent" value={entry.userAgent} zone={zone} />
            </td>
          </tr>
        </tbody>
      </table>
      {clientRequests ? (
        <>
          <h3>Later requests</h3>
          <Requests view={view} page={clientRequests.later} empty="No later requests." />
          <h3>Earlier requests</h3>
          <Requests view={view} page={clientRequests.earlier} empty="No earlier requests in this book." />
        </>
      ) : (
        <p class="empty">
          This request came through a local socket and has no client address, so other requests from the same
          client are unknown.
        </p>
      )}
    </>
  );
}

function Requests({ view, page, empty }: { view: ProfileView; page: Page; empty: string }) {
  const { base, tokens, zone } = view;
  if (page.entries.length > 0)
    return <ResultsTable base={base} entries={page.entries} tokens={tokens} zone={zone} />;
  return (
    <p class="empty">
      {page.searchedTo === null ? empty : 'The search reached its time limit. Reload the page to try again.'}
    </p>
  );
}
