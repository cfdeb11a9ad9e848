import { ago } from './ago.ts';
import { element } from './element.ts';
import { addressWith, tools } from './site.ts';

/** Times tell how long ago they were, and are shown in the reader's zone with one click. */
export function startTimes(): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (target instanceof HTMLTimeElement) tellAgo(target);
  });
  offerZone();
}

/** Told when it is asked for: it would be stale at once. */
function tellAgo(time: HTMLTimeElement): void {
  time.dataset.exact ??= time.title;
  const then = Date.parse(time.dateTime);
  if (!Number.isNaN(then)) time.title = `${time.dataset.exact}, ${ago(then, Date.now())}`;
}

/** Beside the zone that times are told in, or in the bar where none is named. */
function offerZone(): void {
  const named = document.querySelector('.zone');
  if (!document.querySelector('time')) return;
  const shown = new URLSearchParams(location.search).get('tz') || 'UTC';
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = shown === 'UTC' ? own : 'UTC';
  if (!own || other === shown || named?.querySelector('a')) return;
  const link = element('a', { href: addressWith('tz', other === 'UTC' ? null : other) }, `show in ${other}`);
  if (named) named.append(' ', link);
  else tools()?.append(element('span', {}, 'Times: ', link));
}
