import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import { visibleText } from '../../profile/visible-text.ts';
import { SearchLink, statusClass, TimeText, UrlText } from './values.tsx';

interface Results {
  readonly base: string;
  readonly entries: readonly Entry[];
  readonly tokens: Tokens;
  readonly zone: string;
}

/** The six columns, always these and in this order. */
export function ResultsTable({ base, entries, tokens, zone }: Results) {
  const suffix = zone === 'UTC' ? '' : `?${new URLSearchParams({ tz: zone })}`;
  return (
    <table class="results">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">IP</th>
          <th scope="col">Method</th>
          <th scope="col">URL</th>
          <th scope="col">Time</th>
          <th scope="col">Token</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const token = tokens.tokenOf(entry.seq);
          return (
            <tr class={entry.parent === null ? 'main' : 'sub'}>
              <td class={statusClass(entry.status)}>
                <SearchLink base={base} param="status" value={String(entry.status)} />
              </td>
              <td class="ip" title={visibleText(entry.ip)}>
                <SearchLink base={base} param="ip" value={entry.ip} />
              </td>
              <td class="method">
                <SearchLink base={base} param="method" value={entry.method} />
              </td>
              <td>
                <UrlText url={entry.url} />
              </td>
              <td class="time">
                <TimeText time={entry.time} zone={zone} />
              </td>
              <td class="token">
                <a href={`${base}/${token}${suffix}`}>{token}</a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
