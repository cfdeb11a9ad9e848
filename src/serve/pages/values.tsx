import { html } from 'hono/html';
import { visibleText } from '../../format/visible-text.ts';
import { STATUS_ABORTED } from '../../profile/entry.ts';
import { formatExactTime, formatIsoTime, type Micros } from '../../profile/time.ts';
import { searchLinks } from './search-links.ts';

/** Pieces every page shows the same way. Recorded values come through here as text, never as markup. */

/** The end of a URL tells most: it stays when the middle is cut for want of width. */
const URL_END = 24;

export function urlText(url: string) {
  const text = visibleText(url);
  const cut = Math.max(0, text.length - URL_END);
  return html`<span class="url" title="${text}"><span class="url-start">${text.slice(0, cut)}</span><span class="url-end">${text.slice(cut)}</span></span>`;
}

export function TimeText({ time, zone, exact = false }: { time: Micros; zone: string; exact?: boolean }) {
  const whole = formatExactTime(time, zone);
  const text = exact ? whole : whole.slice(0, whole.lastIndexOf('.'));
  return html`<time datetime="${formatIsoTime(time)}" title="${whole} ${zone}">${text}</time>`;
}

export function statusClass(status: number): string {
  return status === STATUS_ABORTED ? 'status aborted' : `status s${Math.floor(status / 100)}`;
}

/** A value that searches for its like; as plain text where it is nothing that can be asked. */
export function SearchLink({ base, field, value }: { base: string; field: string; value: string }) {
  if (value === '') return <span class="none">none</span>;
  const to = searchLinks({ base, text: '', terms: [], zone: '' }).only(field, value);
  return to === null ? <span>{visibleText(value)}</span> : <a href={to}>{visibleText(value)}</a>;
}
