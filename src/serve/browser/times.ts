import { relativeTime } from '../../format/relative-time.ts';
import type { Micros } from '../../profile/time.ts';
import { element } from './element.ts';
import { urlWith } from './page-url.ts';

/** Adds the relative time to the title of times, and a link that shows them in the browser's time zone. */
export function startTimes(): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (target instanceof HTMLTimeElement) addRelativeTime(target);
  });
  addZoneLink();
}

/** Computed on hover, so it is never stale. */
function addRelativeTime(time: HTMLTimeElement): void {
  time.dataset.exact ??= time.title;
  const millis = Date.parse(time.dateTime);
  if (Number.isNaN(millis)) return;
  const relative = relativeTime((millis * 1000) as Micros, (Date.now() * 1000) as Micros);
  time.title = `${time.dataset.exact}, ${relative}`;
}

/** Next to the zone's name. */
function addZoneLink(): void {
  const label = document.querySelector('.zone');
  if (!label || !document.querySelector('time')) return;
  const shown = new URLSearchParams(location.search).get('tz') || 'UTC';
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = shown === 'UTC' ? local : 'UTC';
  if (!local || other === shown || label.querySelector('a')) return;
  label.append(
    ' ',
    element('a', { href: urlWith('tz', other === 'UTC' ? null : other) }, `show in ${other}`),
  );
}
