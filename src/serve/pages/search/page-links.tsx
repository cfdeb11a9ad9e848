import { raw } from 'hono/html';
import type { Micros } from '../../../profile/time.ts';
import { type Cursor, formatCursor } from '../../../search/cursor.ts';
import { type Looked, lookedText } from '../../../store/find-in-details.ts';
import type { FoundPage } from '../../../store/find-page.ts';
import { TimeText } from '../entry-values.tsx';

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

interface LookedAtProps extends Omit<PageLinkProps, 'cursor'> {
  readonly page: FoundPage;
  readonly looked: Looked;
  /** Where this page starts. */
  readonly cursor: Cursor | null;
}

/** How many requests a search inside details looked at, with a link to continue if time was up. */
export function LookedAt({ page, looked, cursor, ...link }: LookedAtProps) {
  const next = page[cursor?.toward ?? 'older'];
  return (
    <p class="searched-to">
      {lookedText(looked, cursor === null)}
      {page.searchedTo === null ? (
        '.'
      ) : (
        <>
          : the search reached its time limit. Narrow the search, or{' '}
          <PageLink {...link} cursor={next} to="continue" />.
        </>
      )}
    </p>
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
