import { raw } from 'hono/html';
import { formatCount } from '../../format/units.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Criteria } from '../../search/criteria.ts';
import type { Page } from '../../store/store.ts';
import { exportLinks } from '../export/links.ts';
import type { RecordingStats } from '../recording-stats.ts';
import { Layout, type Site } from './layout.tsx';
import { PageLink, SearchedTo } from './page-links.tsx';
import { ResultsTable } from './results-table.tsx';
import { SearchForm } from './search-form.tsx';
import type { SearchLinks } from './search-links.ts';

interface SearchPageProps extends Site {
  readonly params: URLSearchParams;
  readonly criteria: Criteria;
  readonly search: SearchLinks;
  readonly zone: string;
  readonly page: Page;
  readonly tokens: Tokens;
  readonly stats?: RecordingStats;
}

export const TITLE = 'Profile Search';
/** Stands where the survey comes: the page is sent up to here while the matches are still counted. */
export const SURVEY_PLACE = '<!--survey-->';

/** Of a single match the row itself tells all: there is nothing to count and nothing to narrow. */
export function isAlone({ entries, older, newer, searchedTo }: Page): boolean {
  return entries.length <= 1 && older === null && newer === null && searchedTo === null;
}

export function SearchPage(props: SearchPageProps) {
  const { params, criteria, search, zone, page, tokens, stats, base, version } = props;
  const { entries, searchedTo } = page;
  const toward = criteria.cursor?.toward ?? 'older';
  const link = { base, params };
  const found = entries.length > 0;
  return (
    <Layout base={base} version={version} title={TITLE}>
      <SearchForm base={base} params={params} />
      <h1>{TITLE}</h1>
      <div class={found && !isAlone(page) ? 'found' : 'found nothing'}>
        <div class="count-line">
          <p class="count">
            {entries.length || 'No'} results found{!found && searchedTo !== null && ' yet'}
          </p>
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
            <WhyEmpty base={base} page={page} criteria={criteria} />
          </p>
        )}
        <div class="below">
          {found && <TakeAlong base={base} params={params} />}
          <nav class="pages" aria-label="Pages of results">
            <PageLink {...link} cursor={page.newer} to="newer" />
            <PageLink {...link} cursor={page.older} to="older" />
          </nav>
        </div>
        <div class="survey-place">{raw(SURVEY_PLACE)}</div>
      </div>
      {stats && <NotRecorded {...stats} />}
    </Layout>
  );
}

/** All matches as files, whichever of them are listed. */
function TakeAlong({ base, params }: { base: string; params: URLSearchParams }) {
  return (
    <p class="files">
      All matches as{' '}
      {exportLinks(base, params).map(({ label, href }) => (
        <a href={href}>{label}</a>
      ))}
    </p>
  );
}

/** The zone times are told in, and the way back to the one that all share. */
function Zone({ zone, search }: { zone: string; search: SearchLinks }) {
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

function SubRequestSwitch({ search }: { search: SearchLinks }) {
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
  readonly criteria: Criteria;
}

function WhyEmpty({ base, page, criteria }: WhyEmptyProps) {
  if (page.searchedTo !== null) {
    return (
      <>
        The time for one search ran out before the whole book was looked at. Continue from there, or narrow
        the search to a span of time.
      </>
    );
  }
  if (criteria.cursor !== null) {
    return (
      <>
        This is the end of the listing. <a href={base}>Go to the newest</a>
      </>
    );
  }
  if (criteria.terms.length > 0) {
    return (
      <>
        No recorded request meets all of these criteria. Loosen one of them, or{' '}
        <a href={base}>list all requests</a>.
      </>
    );
  }
  return <>Nothing has been recorded yet. Send your app a request and reload this page.</>;
}
