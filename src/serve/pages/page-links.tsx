import { raw } from 'hono/html';
import type { Micros } from '../../profile/time.ts';
import { type Cursor, formatCursor } from '../../search/cursor.ts';
import { TimeText } from './entry-values.tsx';

interface PageLinkProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly cursor: Cursor | null;
}

/** Entities instead of the characters: a character beyond Latin-1 would double the memory of the page's string. */
const LABELS = {
  newer: raw('&lsaquo; Newer'),
  older: raw('Older &rsaquo;'),
  continue: 'continue',
} as const;

/** A link to the same search at another cursor. */
export function PageLink({ base, params, cursor, to }: PageLinkProps & { readonly to: keyof typeof LABELS }) {
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

interface SearchedToProps extends PageLinkProps {
  readonly time: Micros;
  readonly zone: string;
  readonly toward: Cursor['toward'];
}

/** How far a search got before it reached its time limit, with a link to continue. */
export function SearchedTo({ time, zone, toward, ...link }: SearchedToProps) {
  return (
    <p class="searched-to">
      Searched {toward === 'older' ? 'back' : 'up'} to <TimeText time={time} zone={zone} />;{' '}
      {link.cursor && <PageLink {...link} to="continue" />}
    </p>
  );
}
