import { STATUS_ABORTED } from '../../profile/entry.ts';
import { formatExactTime, formatIsoTime, formatTime, type Micros } from '../../profile/time.ts';
import { visibleText } from '../../profile/visible-text.ts';

/** Pieces every page shows the same way. Recorded values come through here as text, never as markup. */

/** The end of a URL tells most: it stays when the middle is cut for want of width. */
const URL_END = 24;

export function UrlText({ url }: { url: string }) {
  const text = visibleText(url);
  const cut = Math.max(0, text.length - URL_END);
  return (
    <span class="url" title={text}>
      <span class="url-start">{text.slice(0, cut)}</span>
      <span class="url-end">{text.slice(cut)}</span>
    </span>
  );
}

export function TimeText({ time, zone, exact = false }: { time: Micros; zone: string; exact?: boolean }) {
  return (
    <time datetime={formatIsoTime(time)} title={`${formatExactTime(time, zone)} ${zone}`}>
      {exact ? formatExactTime(time, zone) : formatTime(time, zone)}
    </time>
  );
}

export function statusClass(status: number): string {
  return status === STATUS_ABORTED ? 'status aborted' : `status s${Math.floor(status / 100)}`;
}

/** A value that searches for its like. */
export function SearchLink({ base, param, value }: { base: string; param: string; value: string }) {
  if (value === '') return <span class="none">none</span>;
  return <a href={`${base}?${new URLSearchParams({ [param]: value })}`}>{visibleText(value)}</a>;
}
