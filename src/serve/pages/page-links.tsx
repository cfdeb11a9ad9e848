import { raw } from 'hono/html';
import type { Micros } from '../../profile/time.ts';
import { type Cursor, formatCursor } from '../../search/cursor.ts';
import { TimeText } from './values.tsx';

interface Place {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly cursor: Cursor | null;
}

/** By name, not by letter: one letter beyond Latin-1 would make two bytes of every other on the page. */
const LABELS = {
  newer: raw('&lsaquo; Newer'),
  older: raw('Older &rsaquo;'),
  continue: 'continue',
} as const;

/** The same search from another place in the listing. */
export function PageLink({ base, params, cursor, to }: Place & { readonly to: keyof typeof LABELS }) {
  const label = LABELS[to];
  if (!cursor) return <span class="off">{label}</span>;
  const query = new URLSearchParams([...params].filter(([name, value]) => name !== 'cursor' && value !== ''));
  query.set('cursor', formatCursor(cursor));
  return (
    <a href={`${base}?${query}`} rel={cursor.toward === 'older' ? 'next' : 'prev'}>
      {label}
    </a>
  );
}

interface SearchedToProps extends Place {
  readonly time: Micros;
  readonly zone: string;
  readonly toward: Cursor['toward'];
}

/** How far a search came before its time ran out, and the way on. */
export function SearchedTo({ time, zone, toward, ...place }: SearchedToProps) {
  return (
    <p class="searched-to">
      searched {toward === 'older' ? 'back' : 'up'} to <TimeText time={time} zone={zone} />{' '}
      {place.cursor && <PageLink {...place} to="continue" />}
    </p>
  );
}
