import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Token } from '../../../profile/token.ts';
import { isSendable } from '../../../report/profile/panel-facts.ts';
import { type ProfileView, panelHref } from '../../../report/profile/profile-view.ts';
import { CutText, HiddenValues } from '../../panels/cut-text.tsx';
import { SearchLink, statusClass, TimeText } from '../entry-values.tsx';
import { zoneQuery } from '../search-links.ts';
import { ComparePrevious, CompareWith, ExportLinks } from './ways-out.tsx';

/** What every panel of a profile has above it: which request it is, and the links to other pages. */
export function ProfileHead(view: ProfileView) {
  const { base, profile, token, zone } = view;
  const { entry } = profile;
  const isRequest = isSendable(entry);
  return (
    <header class="profile-head">
      <Neighbours {...view} />
      <div class="head-line">
        <h1>
          <span class={statusClass(entry.status)}>{entry.status}</span> {visibleText(entry.method)}{' '}
          <HeadingUrl url={entry.url} />
        </h1>
        <ul class="head-facts" aria-label="Client, time, duration and token">
          {isRequest && (
            <li>
              <SearchLink base={base} field="ip" value={entry.ip} zone={zone} />
            </li>
          )}
          <li>
            <TimeText time={entry.time} zone={zone} exact /> {zone}
          </li>
          <li>{formatDuration(entry.duration)}</li>
          <li>
            token{' '}
            <code data-copy={token} data-copy-name="token">
              {token}
            </code>
          </li>
        </ul>
      </div>
      <FullUrl url={entry.url} />
      <div class="ways">
        <ComparePrevious {...view} />
        <ExportLinks {...view} />
        <CompareWith {...view} />
      </div>
    </header>
  );
}

/** Links to the next newer and older profile in the search. They keep the panel. */
function Neighbours(view: ProfileView) {
  const { base, zone, search, newer, older, panel } = view;
  const link = (token: Token | null, rel: string, text: string) =>
    token ? (
      <a href={panelHref(view, token, panel)} rel={rel}>
        {text}
      </a>
    ) : (
      <span class="off">{text}</span>
    );
  return (
    <nav class="neighbours" aria-label="Search results">
      <a href={search === '' ? base + zoneQuery(zone) : `${base}?${search}`} rel="up">
        {search === '' ? 'All profiles' : 'Back to search'}
      </a>
      {link(newer, 'prev', '‹ Newer')}
      {link(older, 'next', 'Older ›')}
    </nav>
  );
}

/** A longer URL would push the rest of the summary off the screen. */
const MAX_LENGTH = 300;
const START_LENGTH = 200;
const END_LENGTH = 80;

/** The URL in the heading. A long one is cut in the middle, because its end is often what differs. */
function HeadingUrl({ url }: { url: string }) {
  const text = visibleText(url);
  if (text.length <= MAX_LENGTH)
    return (
      <span class="whole-url">
        <HiddenValues text={text} />
      </span>
    );
  const cut = text.length - START_LENGTH - END_LENGTH;
  return (
    <span class="whole-url">
      <HiddenValues text={text.slice(0, START_LENGTH)} />
      <span class="cut"> … {cut.toLocaleString('en')} characters … </span>
      <HiddenValues text={text.slice(-END_LENGTH)} />
    </span>
  );
}

/** The full URL, if the heading shows only part of it. */
function FullUrl({ url }: { url: string }) {
  if (visibleText(url).length <= MAX_LENGTH) return null;
  return (
    <details>
      <summary>Full URL</summary>
      <code class="whole-url">
        <CutText text={url} maxLength={10_000} />
      </code>
    </details>
  );
}
