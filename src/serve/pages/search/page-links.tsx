import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Micros } from '../../../profile/time.ts';
import type { Criteria } from '../../../search/criteria.ts';
import { type Cursor, formatCursor } from '../../../search/cursor.ts';
import { SKIP_PARAM } from '../../../search/form.ts';
import { type Looked, lookedText } from '../../../store/find-in-details.ts';
import type { FoundPage } from '../../../store/find-page.ts';
import { TimeText } from '../entry-values.tsx';

interface PageLinkProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly cursor: Cursor | null;
}

/** Entities instead of the characters: a character beyond Latin-1 would double the memory of the page's string. */
const back = (text: string) => raw(`&lsaquo; ${text}`);
const forward = (text: string) => raw(`${text} &rsaquo;`);

/** The address of the same search at another position. */
function hrefAt(base: string, params: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(
    [...params].filter(([other, text]) => other !== 'cursor' && other !== SKIP_PARAM && text !== ''),
  );
  query.set(name, value);
  return `${base}?${query}`;
}

interface PageLinksProps extends Omit<PageLinkProps, 'cursor'> {
  readonly criteria: Criteria;
  readonly page: FoundPage;
}

/** Links to the pages before and after this one. */
export function PageLinks({ base, params, criteria, page }: PageLinksProps) {
  const { sort, skip = 0, limit, first } = criteria;
  const { older, newer, hasMore } = page;
  const at = (cursor: Cursor | null) => cursor && hrefAt(base, params, 'cursor', formatCursor(cursor));
  const from = (count: number) => hrefAt(base, params, SKIP_PARAM, String(count));
  const [before, after] = sort
    ? [skip > 0 ? from(Math.max(0, skip - limit)) : null, hasMore ? from(skip + limit) : null]
    : first
      ? [at(older), at(newer)]
      : [at(newer), at(older)];
  const [previous, next] = sort ? ['Slower', 'Faster'] : first ? ['Older', 'Newer'] : ['Newer', 'Older'];
  return (
    <nav class="pages" aria-label="Pages of results">
      <PageLink href={before} rel="prev">
        {back(previous)}
      </PageLink>
      <PageLink href={after} rel="next">
        {forward(next)}
      </PageLink>
    </nav>
  );
}

function PageLink({ href, rel, children }: { href: string | null; rel: string; children?: Child }) {
  if (href === null) return <span class="off">{children}</span>;
  return (
    <a href={href} rel={rel}>
      {children}
    </a>
  );
}

function Continue({ base, params, cursor }: PageLinkProps & { readonly cursor: Cursor }) {
  const rel = cursor.toward === 'older' ? 'next' : 'prev';
  return (
    <a href={hrefAt(base, params, 'cursor', formatCursor(cursor))} rel={rel}>
      continue
    </a>
  );
}

interface LookedAtProps extends Omit<PageLinkProps, 'cursor'> {
  readonly page: FoundPage;
  readonly looked: Looked;
  readonly isFirst: boolean;
  readonly toward: Cursor['toward'];
}

/** How many requests a search inside details looked at, with a link to continue if time was up. */
export function LookedAt({ page, looked, isFirst, toward, ...link }: LookedAtProps) {
  const next = page[toward];
  return (
    <p class="searched-to">
      {lookedText(looked, isFirst)}
      {page.searchedTo === null ? (
        '.'
      ) : (
        <>
          : the search reached its time limit. Narrow the search
          {next && (
            <>
              , or <Continue {...link} cursor={next} />
            </>
          )}
          .
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
export function SearchedTo({ time, zone, toward, cursor, ...link }: SearchedToProps) {
  return (
    <p class="searched-to">
      Searched {toward === 'older' ? 'back' : 'up'} to <TimeText time={time} zone={zone} />;{' '}
      {cursor && <Continue {...link} cursor={cursor} />}
    </p>
  );
}
