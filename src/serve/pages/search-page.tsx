import { formatCount } from '../../profile/figures.ts';
import type { Tokens } from '../../profile/token.ts';
import { visibleText } from '../../profile/visible-text.ts';
import { type Cursor, formatCursor } from '../../search/cursor.ts';
import type { Mistake } from '../../search/mistake.ts';
import type { Count, Page } from '../../store/store.ts';
import { Layout, type Site } from './layout.tsx';
import { ResultsTable } from './results-table.tsx';
import { SearchForm } from './search-form.tsx';

const TITLE = 'Profile Search';

interface SearchPageProps extends Site {
  readonly params: URLSearchParams;
  readonly zone: string;
  readonly page: Page;
  readonly count: Count;
  /** Whether anything was asked for, or the newest are listed. */
  readonly asked: boolean;
  readonly tokens: Tokens;
}

export function SearchPage({ params, zone, page, count, asked, tokens, ...site }: SearchPageProps) {
  const { entries } = page;
  return (
    <Layout {...site} title={TITLE}>
      <SearchForm base={site.base} params={params} />
      <h1>{TITLE}</h1>
      <div class="count-line">
        <p class="count">{entries.length || 'No'} results found</p>
        {entries.length > 0 && <p class="total">{formatCount(count)} match</p>}
        <p class="zone">{zone}</p>
      </div>
      {entries.length > 0 ? (
        <ResultsTable base={site.base} entries={entries} tokens={tokens} zone={zone} />
      ) : (
        <EmptyListing base={site.base} asked={asked} matches={count.matches} />
      )}
      <nav class="pages" aria-label="Pages of results">
        <PageLink base={site.base} params={params} cursor={page.newer} label="‹ Newer" />
        <PageLink base={site.base} params={params} cursor={page.older} label="Older ›" />
      </nav>
    </Layout>
  );
}

function EmptyListing({ base, asked, matches }: { base: string; asked: boolean; matches: number }) {
  if (matches > 0) {
    return (
      <p class="empty">
        This is the end of the listing. <a href={base}>Go to the newest</a>
      </p>
    );
  }
  if (asked) {
    return (
      <p class="empty">
        No recorded request meets all of these criteria. Loosen one of them, or{' '}
        <a href={base}>list all requests</a>.
      </p>
    );
  }
  return <p class="empty">Nothing has been recorded yet. Send your app a request and reload this page.</p>;
}

interface PageLinkProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly cursor: Cursor | null;
  readonly label: string;
}

function PageLink({ base, params, cursor, label }: PageLinkProps) {
  if (!cursor) return <span class="off">{label}</span>;
  const query = new URLSearchParams([...params].filter(([name, value]) => name !== 'cursor' && value !== ''));
  query.set('cursor', formatCursor(cursor));
  return (
    <a href={`${base}?${query}`} rel={cursor.toward === 'older' ? 'next' : 'prev'}>
      {label}
    </a>
  );
}

interface MistakenPageProps extends Site {
  readonly params: URLSearchParams;
  readonly mistakes: readonly Mistake[];
}

/** The form as it was sent, and beside it what could not be understood: where, why, and what to write. */
export function MistakenPage({ params, mistakes, ...site }: MistakenPageProps) {
  return (
    <Layout {...site} title={TITLE}>
      <SearchForm base={site.base} params={params} mistakes={mistakes} />
      <h1>{TITLE}</h1>
      <p class="count">The search was not run</p>
      <ul class="mistakes" role="alert">
        {mistakes.map(({ param, from, to, message, fix }) => {
          const text = params.get(param) ?? '';
          return (
            <li>
              <code>
                {visibleText(`${param}=${text.slice(0, from)}`)}
                <mark>{visibleText(text.slice(from, to))}</mark>
                {visibleText(text.slice(to))}
              </code>
              <span>
                {visibleText(message)}: {visibleText(fix)}.
              </span>
            </li>
          );
        })}
      </ul>
    </Layout>
  );
}
