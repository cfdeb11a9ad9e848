import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { textStart } from '../../format/cut-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { STATUS_ABORTED } from '../../profile/entry.ts';
import { formatExactTime, formatIsoTime, type Micros } from '../../profile/time.ts';
import type { Token } from '../../profile/token.ts';
import { newSearch, zoneQuery } from './search-links.ts';

/** Values of an entry, rendered the same way on every page and always escaped. */

/** The end of a URL stays visible when its middle is cut. */
const URL_END_LENGTH = 24;
/** A row has at most this many characters of a URL. The page of the profile has all of them. */
const MAX_URL_LENGTH = 2048;

export function urlText(url: string) {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]{0,255}/i.exec(url) ?? [];
  const length = Math.max(origin.length, url.length - URL_END_LENGTH);
  const start = visibleText(cutMiddle(url.slice(origin.length, length)));
  const end = visibleText(url.slice(length));
  const host = visibleText(origin);
  return html`<span class="url" title="${host}${start}${end}"><span class="url-start"><span class="origin">${host}</span>${start}</span><span class="url-end">${end}</span></span>`;
}

function cutMiddle(start: string): string {
  const maxLength = MAX_URL_LENGTH - URL_END_LENGTH;
  return start.length > maxLength ? `${textStart(start, maxLength)}…` : start;
}

export function TimeText({ time, zone, exact = false }: { time: Micros; zone: string; exact?: boolean }) {
  const exactText = formatExactTime(time, zone);
  const text = exact ? exactText : exactText.slice(0, exactText.lastIndexOf('.'));
  return html`<time datetime="${formatIsoTime(time)}" title="${exactText} ${zone}">${text}</time>`;
}

export function statusClass(status: number): string {
  return status === STATUS_ABORTED ? 'badge aborted' : `badge s${Math.floor(status / 100)}`;
}

export function StatusBadge({ status }: { status: number }) {
  return <span class={statusClass(status)}>{status}</span>;
}

/** Excludes a value. The style shows it while its cell is hovered or focused, so the text of the cell is just the value. */
export function notLink(href: string | null, value: string) {
  return href === null
    ? null
    : html`<a class="not" href="${href}" tabindex="-1" title="Not ${visibleText(value)}"></a>`;
}

/** A link, or only its text if there is nothing to link to. */
export function OptionalLink({ href, children }: { href: string | null; children?: Child }) {
  return <>{href === null ? children : <a href={href}>{children}</a>}</>;
}

interface ProfileLinkProps {
  readonly base: string;
  readonly token: Token;
  readonly zone: string;
  /** Without it, the token. */
  readonly children?: Child;
}

export function ProfileLink({ base, token, zone, children = token }: ProfileLinkProps) {
  return <a href={`${base}/${token}${zoneQuery(zone)}`}>{children}</a>;
}

interface SearchLinkProps {
  readonly base: string;
  readonly field: string;
  readonly value: string;
  readonly zone: string;
}

/** A link that searches for this value; plain text if it cannot be searched for. */
export function SearchLink({ base, field, value, zone }: SearchLinkProps) {
  if (value === '') return <span class="none">none</span>;
  const href = newSearch(base, zone).setFilter(field, value);
  if (href === null) return <span>{visibleText(value)}</span>;
  return (
    <a href={href} class="filter">
      {visibleText(value)}
    </a>
  );
}
