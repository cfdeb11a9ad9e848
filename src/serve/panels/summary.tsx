import { STATUS_CODES } from 'node:http';
import type { Child } from 'hono/jsx';
import { ago } from '../../format/relative-time.ts';
import { formatBytes, formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { KIND_NAMES, STATUS_ABORTED } from '../../profile/entry.ts';
import { SearchLink, statusClass, TimeText } from '../pages/values.tsx';
import { CompareWith } from './compare-with.tsx';
import { CutText } from './cut-text.tsx';
import { ExportLinks, OtherLanguages } from './export-links.tsx';
import type { ProfileView } from './profile-view.ts';
import { HeadingUrl, WholeUrl } from './url.tsx';

/** Who, what, when, how long, and how it ended. */
export function Summary(view: ProfileView) {
  const { base, profile, token, zone, now } = view;
  const { entry, detail } = profile;
  const search = (field: string, value: string) => <SearchLink base={base} field={field} value={value} />;
  return (
    <section class="summary" aria-label="Summary">
      <Neighbours {...view} />
      <h1>
        <span class={statusClass(entry.status)}>{entry.status}</span> {visibleText(entry.method)}{' '}
        <HeadingUrl url={entry.url} />
      </h1>
      <WholeUrl url={entry.url} />
      <dl>
        <Fact name="Token">
          <code data-copy={token} data-copy-name="token">
            {token}
          </code>
        </Fact>
        <Fact name="Client">
          {search('ip', entry.ip)} ({search('client', entry.client)})
        </Fact>
        <Fact name="Time">
          <TimeText time={entry.time} zone={zone} exact /> {zone}, {ago(entry.time, now)}{' '}
          {/* Filled by script, which knows the reader's own. */}
          <span class="zone" />
        </Fact>
        <Fact name="Duration">{formatDuration(entry.duration)}</Fact>
        <Fact name="Ended">{endOf(entry.status)}</Fact>
        {entry.error !== '' && <Fact name="Error">{search('error', entry.error)}</Fact>}
        <Fact name="Route">{search('route', entry.route)}</Fact>
        <Fact name="Host">{search('host', entry.host)}</Fact>
        <Fact name="Sent">{formatBytes(entry.responseBytes)}</Fact>
        {entry.trace !== '' && (
          <Fact name="Trace">
            <code>{search('trace', entry.trace)}</code>
          </Fact>
        )}
        {detail?.cpu !== undefined && <Fact name="CPU meanwhile">{formatDuration(detail.cpu)}</Fact>}
        {detail?.loopDelay !== undefined && (
          <Fact name="Loop held up">{formatDuration(detail.loopDelay)}</Fact>
        )}
        {detail?.tags && detail.tags.length > 0 && (
          <Fact name="Tags">
            {detail.tags.map((tag) => (
              <span class="tag">
                <CutText text={tag} longest={100} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
      <Family {...view} />
      <div class="ways">
        <ExportLinks {...view} />
        <OtherLanguages {...view} />
        <CompareWith {...view} />
      </div>
    </section>
  );
}

/** The way on in the search it was opened from. */
function Neighbours({ base, search, query, newer, older }: ProfileView) {
  const suffix = query === '' ? '' : `?${query}`;
  return (
    <nav class="neighbours" aria-label="In the search">
      <a href={search === '' ? base : `${base}?${search}`}>
        {search === '' ? 'All profiles' : 'Back to the search'}
      </a>
      {newer ? (
        <a href={`${base}/${newer}${suffix}`} rel="prev">
          ‹ Newer
        </a>
      ) : (
        <span class="off">‹ Newer</span>
      )}
      {older ? (
        <a href={`${base}/${older}${suffix}`} rel="next">
          Older ›
        </a>
      ) : (
        <span class="off">Older ›</span>
      )}
    </nav>
  );
}

function Family({ base, profile, tokens, parent: main }: ProfileView) {
  const { kind, parent } = profile.entry;
  if (parent === null) return null;
  return (
    <p class="family">
      This is the {KIND_NAMES[kind]} of{' '}
      <a href={`${base}/${tokens.tokenOf(parent)}`}>{tokens.tokenOf(parent)}</a>
      {main ? '.' : ', which is no longer in the book.'}
    </p>
  );
}

function endOf(status: number): string {
  if (status === STATUS_ABORTED) return 'the client left before the answer';
  const meaning = STATUS_CODES[status];
  return meaning === undefined ? `${status}` : `${status} ${meaning}`;
}

function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
