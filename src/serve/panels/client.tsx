import { visibleText } from '../../format/visible-text.ts';
import type { Page } from '../../store/store.ts';
import { ResultsTable } from '../pages/results-table.tsx';
import { SearchLink } from '../pages/values.tsx';
import type { ProfileView } from './profile-view.ts';

/** Who asked, and what else they asked for just before and after. */
export function Client(view: ProfileView) {
  const { base, client } = view;
  const { entry, detail } = view.profile;
  return (
    <>
      <table class="facts">
        <tbody>
          <tr>
            <th scope="row">Address</th>
            <td>
              <SearchLink base={base} field="ip" value={entry.ip} />
              {detail && detail.socketIp !== entry.ip && ` behind ${visibleText(detail.socketIp)}`}
            </td>
          </tr>
          <tr>
            <th scope="row">Kind</th>
            <td>
              <SearchLink base={base} field="client" value={entry.client} />
            </td>
          </tr>
          <tr>
            <th scope="row">User agent</th>
            <td>
              <SearchLink base={base} field="agent" value={entry.userAgent} />
            </td>
          </tr>
        </tbody>
      </table>
      {client ? (
        <>
          <h3>Just after</h3>
          <Around view={view} page={client.after} nothing="It asked for nothing since." />
          <h3>Just before</h3>
          <Around
            view={view}
            page={client.before}
            nothing="It asked for nothing before, as far as the book goes back."
          />
        </>
      ) : (
        <p class="empty">
          It came through a local socket: without an address its other requests are not known.
        </p>
      )}
    </>
  );
}

function Around({ view, page, nothing }: { view: ProfileView; page: Page; nothing: string }) {
  const { base, tokens, zone } = view;
  if (page.entries.length > 0)
    return <ResultsTable base={base} entries={page.entries} tokens={tokens} zone={zone} />;
  return (
    <p class="empty">
      {page.searchedTo === null
        ? nothing
        : 'The book was not searched through in time. Reload to look again.'}
    </p>
  );
}
