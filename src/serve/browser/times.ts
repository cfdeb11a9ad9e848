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

/** Makes the zone's name a link to the page with times of the other zone. */
function addZoneLink(): void {
  const label = document.querySelector('.bar .zone');
  if (!label || !document.querySelector('time') || label.querySelector('a')) return;
  // Read from the page, because the parameter may be invalid.
  const shown = label.textContent.trim();
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = shown === 'UTC' ? local : 'UTC';
  if (!local || other === shown) return;
  label.replaceChildren(
    element(
      'a',
      {
        href: urlWith('tz', other === 'UTC' ? null : other),
        'aria-label': `${shown}: show in ${other}`,
        title: `Show times in ${other}`,
      },
      shown,
    ),
  );
}
