import { raw } from 'hono/html';
import { formatCount } from '../../profile/figures.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Criteria } from '../../search/criteria.ts';
import type { Count, Page } from '../../store/store.ts';
import type { RecordingStats } from '../recording-stats.ts';
import { Layout, type Site } from './layout.tsx';
import { PageLink, SearchedTo } from './page-links.tsx';
import { ResultsTable } from './results-table.tsx';
import { SearchForm } from './search-form.tsx';
import type { ThisSearch } from './this-search.ts';

interface SearchPageProps extends Site {
  readonly params: URLSearchParams;
  readonly criteria: Criteria;
  readonly search: ThisSearch;
  readonly zone: string;
  readonly page: Page;
  readonly count: Count;
  readonly tokens: Tokens;
  readonly stats?: RecordingStats;
}

export const TITLE = 'Profile Search';
/** Stands where the survey comes: the page is sent up to here while the matches are still counted. */
export const SURVEY_PLACE = '<!--survey-->';

export function SearchPage(props: SearchPageProps) {
  const { params, criteria, search, zone, page, count, tokens, stats, base, version } = props;
  const { entries, searchedTo } = page;
  const toward = criteria.cursor?.toward ?? 'older';
  const link = { base, params };
  // The count may have run out of time before the rows did.
  const matches = Math.max(count.matches, entries.length);
  const found = entries.length > 0;
  return (
    <Layout base={base} version={version} title={TITLE}>
      <SearchForm base={base} params={params} />
      <h1>{TITLE}</h1>
      <div class={found ? 'found' : 'found nothing'}>
        <div class="count-line">
          <p class="count">
            {entries.length || 'No'} results found{!found && searchedTo !== null && ' yet'}
          </p>
          {found && <p class="total">{formatCount({ ...count, matches })} match</p>}
          {searchedTo !== null && (
            <SearchedTo {...link} time={searchedTo} zone={zone} toward={toward} cursor={page[toward]} />
          )}
          <Zone zone={zone} search={search} />
          {(found || search.has('kind', 'main')) && <SubRequestSwitch search={search} />}
        </div>
        {found ? (
          <ResultsTable
            id="results"
            base={base}
            entries={entries}
            tokens={tokens}
            zone={zone}
            search={search}
          />
        ) : (
          <p class="empty">
            <WhyEmpty base={base} page={page} asked={criteria.terms.length > 0} matches={count.matches} />
          </p>
        )}
        <nav class="pages" aria-label="Pages of results">
          <PageLink {...link} cursor={page.newer} label="‹ Newer" />
          <PageLink {...link} cursor={page.older} label="Older ›" />
        </nav>
        <div class="survey-place">{raw(SURVEY_PLACE)}</div>
      </div>
      {stats && <NotRecorded {...stats} />}
    </Layout>
  );
}

/** The zone times are told in, and the way back to the one that all share. */
function Zone({ zone, search }: { zone: string; search: ThisSearch }) {
  return (
    <p class="zone">
      {zone}
      {zone !== 'UTC' && (
        <>
          {' '}
          <a href={search.inZone('UTC')}>show in UTC</a>
        </>
      )}
    </p>
  );
}

function SubRequestSwitch({ search }: { search: ThisSearch }) {
  const hidden = search.has('kind', 'main');
  const to = hidden ? search.any('kind') : search.only('kind', 'main');
  if (to === null) return null;
  return (
    <p class="switch">
      <a href={to}>{hidden ? 'Show sub-requests' : 'Hide sub-requests'}</a>
    </p>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  memory: 'no memory left to hold them',
  budget: 'over the budget',
  refused: 'refused by the book',
  closed: 'the book was closed',
};

/** What is missing is said, or a listing would look whole that is not. */
function NotRecorded({ dropped, drops, faults, held }: RecordingStats) {
  if (dropped === 0 && faults === 0) return null;
  const why = Object.entries(drops)
    .filter(([, count]) => count > 0)
    .map(
      ([reason, count]) => `${formatCount({ matches: count, capped: false })} ${REASONS[reason] ?? reason}`,
    );
  if (faults > 0) why.push(`${faults} could not be recorded`);
  return (
    <p class="not-recorded" role="status">
      Since this process started {formatCount({ matches: dropped + faults, capped: false })} requests are not
      in the book: {why.join(', ')}.{held > 0 && ` ${held} more are on their way.`}
    </p>
  );
}

interface WhyEmptyProps {
  readonly base: string;
  readonly page: Page;
  /** Whether anything was asked for, or the newest are listed. */
  readonly asked: boolean;
  readonly matches: number;
}

function WhyEmpty({ base, page, asked, matches }: WhyEmptyProps) {
  if (page.searchedTo !== null) {
    return (
      <>
        The time for one search ran out before the whole book was looked at. Continue from there, or narrow
        the search to a span of time.
      </>
    );
  }
  if (matches > 0) {
    return (
      <>
        This is the end of the listing. <a href={base}>Go to the newest</a>
      </>
    );
  }
  if (asked) {
    return (
      <>
        No recorded request meets all of these criteria. Loosen one of them, or{' '}
        <a href={base}>list all requests</a>.
      </>
    );
  }
  return <>Nothing has been recorded yet. Send your app a request and reload this page.</>;
}
