import type { Row } from './listing.ts';

/** The way to older rows goes on from the last one shown, also when rows that came in have pushed others out. */
export function moveOlder(last: Row | undefined, isFull: boolean): void {
  const place = document.querySelector('.pages > :last-child');
  if (!last || !place) return;
  const link = place instanceof HTMLAnchorElement ? place : isFull ? document.createElement('a') : null;
  if (!link) return;
  const address = new URL(location.href);
  address.searchParams.set('cursor', last.older);
  address.hash = '';
  link.href = address.href;
  link.rel = 'next';
  if (link === place) return;
  link.textContent = place.textContent;
  place.replaceWith(link);
}
