import { raw } from 'hono/html';
import { formatCount } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Micros } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { COLUMN_NAMES, COLUMNS, type Column } from '../../search/columns.ts';
import { type Criteria, SORT_BY } from '../../search/criteria.ts';
import { removeClauses } from '../../search/edit-query.ts';
import { SORT_PARAM } from '../../search/query-text.ts';
import { suggestQueries } from '../../search/suggestions.ts';
import type { FoundPage } from '../../store/find-page.ts';
import { exportLinks } from '../export/links.ts';
import type { RecordingStats } from '../recording-stats.ts';
import { TimeText } from './entry-values.tsx';
import { Layout, type Site } from './layout.tsx';
import { LookedAt, PageLink, SearchedTo } from './page-links.tsx';
import { ResultsTable } from './results-table.tsx';
import { SearchForm } from './search-form.tsx';
import type { SearchLinks } from './search-links.ts';

interface SearchPageProps extends Site {
  readonly params: URLSearchParams;
  readonly criteria: Criteria;
  readonly search: SearchLinks;
  readonly zone: string;
  readonly page: FoundPage;
  readonly tokens: Tokens;
  readonly stats?: RecordingStats;
}

export const TITLE = 'Profile Search';
/** Marks where the survey goes. The page is sent up to here while the matches are still being counted. */
export const SURVEY_PLACEHOLDER = '<!--survey-->';

/** Whether to count the matches. With at most one match there is nothing to count, and details are not counted. */
export function needsSurvey({ entries, older, newer, searchedTo, looked }: FoundPage): boolean {
  if (looked !== undefined) return false;
  return entries.length > 1 || older !== null || newer !== null || searchedTo !== null;
}

export function SearchPage(props: SearchPageProps) {
  const { params, criteria, search, zone, page, tokens, stats, base, version, canLock = false } = props;
  const { entries, searchedTo } = page;
  const toward = criteria.cursor?.toward ?? 'older';
  const link = { base, params };
  const found = entries.length > 0;
  const isSorted = criteria.sort !== undefined;
  const isShown = (column: Column) => column === SORT_BY || search.columns.includes(column);
  return (
    <Layout base={base} version={version} canLock={canLock} zone={zone} title={TITLE}>
      <SearchForm base={base} params={params} />
      <h1>{TITLE}</h1>
      <div class={found && needsSurvey(page) ? 'found' : 'found nothing'}>
        {/* New requests are not added to a list that is sorted or was searched inside details. */}
        <div class="count-line" data-no-live={isSorted || page.looked ? '' : undefined}>
          <p class="count">
            {entries.length || 'No'} results found{!found && searchedTo !== null && ' yet'}
          </p>
          {isSorted && <ComparedTo time={searchedTo} zone={zone} />}
          {page.looked && <LookedAt {...link} page={page} looked={page.looked} cursor={criteria.cursor} />}
          {searchedTo !== null && !isSorted && !page.looked && (
            <SearchedTo {...link} time={searchedTo} zone={zone} toward={toward} cursor={page[toward]} />
          )}
          <Zone zone={zone} search={search} />
          {((found && !page.looked) || search.hasFilter('kind', 'main')) && (
            <SubRequestSwitch search={search} />
          )}
          {found && !page.looked && <OrderSwitch search={search} isSorted={isSorted} />}
          {found && <ColumnSwitch search={search} />}
        </div>
        <DidYouMean search={search} hasResults={found} />
        {found ? (
          <ResultsTable
            id="results"
            base={base}
            entries={entries}
            tokens={tokens}
            zone={zone}
            search={search}
            columns={isSorted ? COLUMNS.filter(isShown) : search.columns}
            isSorted={isSorted}
          />
        ) : (
          <p class="empty">
            <EmptyReason all={search.href('')} page={page} criteria={criteria} />
          </p>
        )}
        <div class="below">
          {found && !page.looked && (
            <ExportAll base={base} params={isSorted ? unsorted(search, zone) : params} />
          )}
          <nav class="pages" aria-label="Pages of results">
            <PageLink {...link} cursor={page.newer} to="newer" />
            <PageLink {...link} cursor={page.older} to="older" />
          </nav>
        </div>
        <div class="survey-place">{raw(SURVEY_PLACEHOLDER)}</div>
      </div>
      {stats && <MissingRequests {...stats} />}
    </Layout>
  );
}

/** Bare words match the URL. Some look like something else. */
function DidYouMean({ search, hasResults }: { search: SearchLinks; hasResults: boolean }) {
  const queries = suggestQueries(search.text, hasResults);
  if (queries.length === 0) return null;
  return (
    <p class="did-you-mean">
      Words without a field are searched for in the URL. Did you mean{' '}
      {queries.map((query, i) => (
        <>
          {i > 0 && ' or '}
          <a href={search.href(query)}>{visibleText(query)}</a>
        </>
      ))}
      ?
    </p>
  );
}

/** Downloads of all matches, not only those on this page. */
function ExportAll({ base, params }: { base: string; params: URLSearchParams }) {
  return (
    <p class="files">
      Export all matches:{' '}
      {exportLinks(base, params).map(({ label, href }) => (
        <a href={href}>{label}</a>
      ))}
    </p>
  );
}

/** The time zone of the page, with a link back to UTC. */
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
  const isHidden = search.hasFilter('kind', 'main');
  const href = isHidden ? search.removeFilter('kind') : search.setFilter('kind', 'main');
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href}>{isHidden ? 'Show sub-requests' : 'Hide sub-requests'}</a>
    </p>
  );
}

/** Says that the slowest are listed, and how many requests were compared if not all were. */
function ComparedTo({ time, zone }: { time: Micros | null; zone: string }) {
  return (
    <p class="searched-to">
      The slowest first, on one page.
      {time !== null && (
        <>
          {' '}
          Only requests since <TimeText time={time} zone={zone} /> were compared: the search reached its time
          limit. Search a shorter time range, or add a filter.
        </>
      )}
    </p>
  );
}

function OrderSwitch({ search, isSorted }: { search: SearchLinks; isSorted: boolean }) {
  const href = isSorted ? search.removeFilter(SORT_PARAM) : search.addFilter(SORT_PARAM, SORT_BY);
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href}>{isSorted ? 'Newest first' : 'Slowest first'}</a>
    </p>
  );
}

/** The parameters of the same search without its order, which a file does not have. */
function unsorted({ text }: SearchLinks, zone: string): URLSearchParams {
  return new URLSearchParams({ q: removeClauses(text, [SORT_PARAM]), tz: zone === 'UTC' ? '' : zone });
}

/** Links that add or remove a column. */
function ColumnSwitch({ search }: { search: SearchLinks }) {
  const { columns } = search;
  return (
    <p class="switch columns">
      Columns:{' '}
      {COLUMNS.map((column) => {
        const isShown = columns.includes(column);
        const others = columns.filter((other) => other !== column);
        const label = `${isShown ? 'Hide' : 'Show'} the column ${COLUMN_NAMES[column]}`;
        return (
          <a
            href={search.withColumns(isShown ? others : [...columns, column])}
            class={isShown ? 'on' : undefined}
            aria-label={label}
            title={label}
          >
            {column}
          </a>
        );
      })}
    </p>
  );
}

const DROP_REASONS: Readonly<Record<string, string>> = {
  memory: 'over the memory limit',
  budget: 'over the recording budget',
  refused: 'refused by the store',
  closed: 'after the book was closed',
};

/** Says how many requests are missing, because the list would look complete otherwise. */
function MissingRequests({ dropped, drops, faults, held }: RecordingStats) {
  if (dropped === 0 && faults === 0) return null;
  const reasons = Object.entries(drops)
    .filter(([, count]) => count > 0)
    .map(
      ([reason, count]) =>
        `${formatCount({ matches: count, capped: false })} ${DROP_REASONS[reason] ?? reason}`,
    );
  if (faults > 0) reasons.push(`${faults} not recorded because of an error`);
  return (
    <p class="not-recorded" role="status">
      {formatCount({ matches: dropped + faults, capped: false })} requests since this process started are
      missing from the book: {reasons.join(', ')}.{held > 0 && ` ${held} more are waiting to be written.`}{' '}
      Your app is not affected.
    </p>
  );
}

interface EmptyReasonProps {
  /** The address of the list of all requests. */
  readonly all: string;
  readonly page: FoundPage;
  readonly criteria: Criteria;
}

function EmptyReason({ all, page, criteria }: EmptyReasonProps) {
  if (page.searchedTo !== null) {
    return (
      <>
        The search reached its time limit before it covered the whole book. Continue from there, or search a
        shorter time range.
      </>
    );
  }
  if (criteria.cursor !== null) {
    return (
      <>
        This is the end of the list. <a href={all}>Show the newest requests</a>
      </>
    );
  }
  if (criteria.terms.length > 0 || criteria.details !== undefined) {
    return (
      <>
        No matching requests. Remove a filter, or <a href={all}>list all requests</a>.
      </>
    );
  }
  return <>No requests have been recorded yet. Send a request to your app and reload this page.</>;
}
