import { KIND_NAMES } from '../../profile/entry.ts';
import { profileJson } from '../../profile/entry-json.ts';
import { formatBytes, formatDuration } from '../../profile/figures.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Tokens } from '../../profile/token.ts';
import { visibleJson, visibleText } from '../../profile/visible-text.ts';
import type { Page } from '../../store/store.ts';
import { Layout, type Site } from './layout.tsx';
import { ExceptionPanel, HeadersPanel, Panel } from './panels.tsx';
import { ResultsTable } from './results-table.tsx';
import { SearchLink, statusClass, TimeText } from './values.tsx';

interface ProfilePageProps extends Site {
  readonly profile: Profile;
  /** Whether its main request, if it is of one, is still in the book. */
  readonly hasParent: boolean;
  readonly subRequests: Page;
  readonly tokens: Tokens;
  readonly zone: string;
}

const NO_DETAIL = {
  kept: '',
  off: 'Details are not recorded in this app.',
  policy: 'The detail of this request was not kept, by the policy for details.',
  budget: 'The detail of this request was dropped to keep within the budget.',
} as const;

export function ProfilePage({ profile, hasParent, subRequests, tokens, zone, ...site }: ProfilePageProps) {
  const { entry, detail } = profile;
  const token = tokens.tokenOf(entry.seq);
  const thrown = detail?.exception ?? null;
  const exceptionPanel = (
    <Panel
      id="exception"
      title="Exception"
      empty={detail ? 'No exception was thrown.' : NO_DETAIL[entry.detail]}
    >
      {thrown && <ExceptionPanel exception={thrown} />}
    </Panel>
  );
  return (
    <Layout {...site} title={`${entry.status} ${visibleText(entry.method)} ${token}`}>
      <section class="summary" aria-label="Summary">
        <h1>
          <span class={statusClass(entry.status)}>{entry.status}</span> {visibleText(entry.method)}{' '}
          <span class="whole-url">{visibleText(entry.url)}</span>
        </h1>
        <dl>
          <Fact name="Token">
            <code>{token}</code>
          </Fact>
          <Fact name="Client">
            <SearchLink base={site.base} param="ip" value={entry.ip} /> ({entry.client})
          </Fact>
          <Fact name="Time">
            <TimeText time={entry.time} zone={zone} exact /> {zone}
          </Fact>
          <Fact name="Duration">{formatDuration(entry.duration)}</Fact>
          <Fact name="Route">
            <SearchLink base={site.base} param="route" value={entry.route} />
          </Fact>
          {entry.error !== '' && (
            <Fact name="Error">
              <SearchLink base={site.base} param="error" value={entry.error} />
            </Fact>
          )}
        </dl>
        {entry.parent !== null && (
          <p class="family">
            This is the {KIND_NAMES[entry.kind]} of{' '}
            <a href={`${site.base}/${tokens.tokenOf(entry.parent)}`}>{tokens.tokenOf(entry.parent)}</a>
            {hasParent ? '.' : ', which is no longer in the book.'}
          </p>
        )}
      </section>

      <nav class="tabs" aria-label="Panels">
        <Tab to="request" name="Request" count={detail?.requestHeaders.length ?? 0} />
        <Tab to="response" name="Response" count={detail?.responseHeaders.length ?? 0} />
        <Tab to="exception" name="Exception" count={thrown ? 1 : 0} />
        <Tab to="sub-requests" name="Sub-requests" count={subRequests.entries.length} />
        <Tab to="raw" name="Raw" />
      </nav>

      {thrown && exceptionPanel}
      <Panel
        id="request"
        title="Request"
        empty={entry.parent === null ? NO_DETAIL[entry.detail] : 'The same as its main request’s.'}
      >
        {detail && detail.requestHeaders.length > 0 && (
          <HeadersPanel
            facts={{
              'HTTP version': detail.httpVersion,
              'Socket address': detail.socketIp,
              Body: formatBytes(entry.requestBytes),
            }}
            headers={detail.requestHeaders}
          />
        )}
      </Panel>
      <Panel id="response" title="Response" empty={NO_DETAIL[entry.detail]}>
        {detail && (
          <HeadersPanel facts={{ Sent: formatBytes(entry.responseBytes) }} headers={detail.responseHeaders} />
        )}
      </Panel>
      {!thrown && exceptionPanel}
      <Panel
        id="sub-requests"
        title="Sub-requests"
        empty={
          subRequests.searchedTo === null
            ? 'This request had no error stage and no sub-requests.'
            : 'The book was not searched through in time. Reload the page to look again.'
        }
      >
        {subRequests.entries.length > 0 && (
          <ResultsTable base={site.base} entries={subRequests.entries} tokens={tokens} zone={zone} />
        )}
      </Panel>
      <Panel id="raw" title="Raw">
        <pre>{visibleJson(profileJson(profile, tokens))}</pre>
      </Panel>
    </Layout>
  );
}

function Fact({ name, children }: { name: string; children?: unknown }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tab({ to, name, count }: { to: string; name: string; count?: number }) {
  return (
    <a href={`#${to}`} class={count === 0 ? 'dim' : undefined}>
      {name}
      {count !== undefined && count > 0 && <span class="tab-count">{count}</span>}
    </a>
  );
}
