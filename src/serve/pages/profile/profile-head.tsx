import type { UsualDuration } from '../../../compare/usual-duration.ts';
import { countText } from '../../../format/count-text.ts';
import { relativeTime } from '../../../format/relative-time.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { KIND_NAMES } from '../../../profile/entry.ts';
import type { Token } from '../../../profile/token.ts';
import { isSendable } from '../../../report/profile/panel-facts.ts';
import { type ProfileView, panelHref } from '../../../report/profile/profile-view.ts';
import { CutText, HiddenValues } from '../../panels/cut-text.tsx';
import { ProfileLink, SearchLink, StatusBadge, TimeText } from '../entry-values.tsx';
import { zoneQuery } from '../search-links.ts';
import { ActionsMenu, CompareMenu, CopyMenu, ShareMenu } from './ways-out.tsx';

interface ProfileHeadProps {
  readonly view: ProfileView;
  /** What requests like this one usually take, if it is known when the page is sent. */
  readonly usual: UsualDuration | null;
}

/** What every panel of a profile has above it: which request it is, and the links to other pages. */
export function ProfileHead({ view, usual }: ProfileHeadProps) {
  const { entry } = view.profile;
  return (
    <header class="profile-head">
      <Neighbours {...view} />
      <div class="head-line">
        <h1>
          <StatusBadge status={entry.status} /> {visibleText(entry.method)} <HeadingUrl url={entry.url} />
        </h1>
        <div class="ways">
          <CompareMenu {...view} />
          <CopyMenu {...view} />
          <ShareMenu {...view} />
        </div>
      </div>
      <FullUrl url={entry.url} />
      <HeadFacts view={view} usual={usual} />
      <MainRequestLink {...view} />
    </header>
  );
}

function HeadFacts({ view: { base, profile, token, zone, now }, usual }: ProfileHeadProps) {
  const { entry } = profile;
  const { ip, user, release, time, duration } = entry;
  const search = (field: string, value: string) => (
    <SearchLink base={base} field={field} value={value} zone={zone} />
  );
  return (
    <ul class="head-facts" aria-label="Client, user, release, duration, time and token">
      {isSendable(entry) && <li>{search('ip', ip)}</li>}
      {user !== '' && <li>{search('user', user)}</li>}
      {release !== '' && <li>{search('release', release)}</li>}
      <li>
        {formatDuration(duration)} {usual && <span class="usual">{usualText(usual)}</span>}
      </li>
      <li>
        <TimeText time={time} zone={zone} exact /> {zone} <span class="usual">{relativeTime(time, now)}</span>
      </li>
      <li>
        <code data-token={token}>{token}</code>
      </li>
    </ul>
  );
}

/** `(usually 221 ms; 1.4.0: 5 ms)` */
function usualText({ median, ofRelease }: UsualDuration): string {
  const before = ofRelease ? `; ${visibleText(ofRelease.release)}: ${formatDuration(ofRelease.median)}` : '';
  return `(usually ${formatDuration(median)}${before})`;
}

function MainRequestLink({ base, profile, tokens, zone, parent: main }: ProfileView) {
  const { kind, parent } = profile.entry;
  if (parent === null) return null;
  return (
    <p class="family">
      {kind === 'process' ? 'The error was thrown by code of' : `This is the ${KIND_NAMES[kind]} of`}{' '}
      <ProfileLink base={base} token={tokens.tokenOf(parent)} zone={zone} />
      {main ? '.' : ', which is no longer in the book.'}
    </p>
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
      <ActionsMenu {...view} />
    </nav>
  );
}

/** A longer URL would push the rest of the summary off the screen. */
const MAX_LENGTH = 300;
const START_LENGTH = 200;
const END_LENGTH = 80;
const ORIGIN = /^[a-z]+:\/\/[^/?#]{0,120}/i;

/** The URL in the heading. A long one is cut in the middle, because its end is often what differs. */
function HeadingUrl({ url }: { url: string }) {
  const text = visibleText(url);
  const [origin = ''] = ORIGIN.exec(text) ?? [];
  const rest = text.slice(origin.length);
  const cut = text.length - START_LENGTH - END_LENGTH;
  return (
    <span class="whole-url">
      <span class="origin">
        <HiddenValues text={origin} />
      </span>
      {text.length <= MAX_LENGTH ? (
        <HiddenValues text={rest} />
      ) : (
        <>
          <HiddenValues text={rest.slice(0, START_LENGTH - origin.length)} />
          <span class="cut"> … {countText(cut)} characters … </span>
          <HiddenValues text={rest.slice(-END_LENGTH)} />
        </>
      )}
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
