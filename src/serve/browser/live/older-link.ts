import type { Row } from './rows.ts';

/** Makes the Older link continue after the last row shown, which changes when new rows push others out. */
export function updateOlderLink(last: Row | undefined, isFull: boolean): void {
  const current = document.querySelector('.pages > :last-child');
  if (!last || !current) return;
  const link = current instanceof HTMLAnchorElement ? current : isFull ? document.createElement('a') : null;
  if (!link) return;
  const url = new URL(location.href);
  url.searchParams.set('cursor', last.older);
  url.hash = '';
  link.href = url.href;
  link.rel = 'next';
  if (link === current) return;
  link.textContent = current.textContent;
  current.replaceWith(link);
}
