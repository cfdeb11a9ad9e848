import { raw } from 'hono/html';
import { resultsFound } from '../../../format/count-text.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Tokens } from '../../../profile/token.ts';
import { COLUMNS, type Column } from '../../../search/columns.ts';
import { type Criteria, OLDEST_FIRST, SORT_BY } from '../../../search/criteria.ts';
import { removeClauses } from '../../../search/edit-query.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { suggestQueries } from '../../../search/suggestions.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import type { FoundPage } from '../../../store/find-page.ts';
import { isAhead } from '../../../store/latest-entry.ts';
import { HIDEABLE } from '../../hidden-clients.ts';
import type { RecordingStats } from '../../recording-stats.ts';
import { FilterChips } from '../filter-chips.tsx';
import { Layout, type Site, titleOf } from '../layout.tsx';
import { SearchForm } from '../search-form.tsx';
import type { SearchLinks } from '../search-links.ts';
import { TimeLinks } from '../time-links.tsx';
import { EmptyResults, isEmptyBook } from './empty-results.tsx';
import { MissingRequests } from './missing-requests.tsx';
import { LookedAt, PageLinks, SearchedTo } from './page-links.tsx';
import { ResultsTable } from './results-table.tsx';
import {
  ClientSwitch,
  ClockWasAhead,
  ColumnSwitch,
  ComparedTo,
  InCommonLink,
  OrderSwitch,
  RowsPerPage,
  SlowQueriesSwitch,
  SubRequestSwitch,
  TimeOrderSwitch,
} from './results-tools.tsx';
import { ExportMenu, ShareLinks } from './share-links.tsx';
import { MIN_PLOTTED } from './survey-section.tsx';

interface SearchPageProps extends Site {
  readonly params: URLSearchParams;
  readonly criteria: Criteria;
  readonly search: SearchLinks;
  /** When the search was made, and the time zone of the page. */
  readonly context: ParseContext;
  readonly page: FoundPage;
  readonly tokens: Tokens;
  readonly stats?: RecordingStats;
  /** The address of the app that records into this book; `null` if the page is served without one. */
  readonly appUrl: string | null;
}

/**
 * Marks where the survey goes or, without results, the filters to remove. The page is sent up to here while requests are
 * still being counted.
 */
export const DEFERRED_PLACEHOLDER = '<!--deferred-->';

/** Whether to count the matches. With at most one match there is nothing to count, and details are not counted. */
export function needsSurvey({ entries, older, newer, searchedTo, looked }: FoundPage): boolean {
  if (looked !== undefined) return false;
  return entries.length > 1 || older !== null || newer !== null || searchedTo !== null;
}

export function SearchPage(props: SearchPageProps) {
  const { params, criteria, search, context, page, tokens, stats, appUrl, base, ...site } = props;
  const { zone } = context;
  const { entries, searchedTo } = page;
  const link = { base, params };
  const found = entries.length > 0;
  const isSorted = criteria.sort !== undefined;
  const isOldestFirst = criteria.first === OLDEST_FIRST;
  const isInOrder = isSorted || isOldestFirst;
  const toward = criteria.cursor?.toward ?? (isOldestFirst ? 'newer' : 'older');
  const isShown = (column: Column) => column === SORT_BY || search.columns.includes(column);
  const isListed = found && !page.looked;
  return (
    <Layout
      {...site}
      base={base}
      zone={zone}
      utc={search.inZone('UTC')}
      title={titleOf('')}
      view=""
      query={search.query}
    >
      <SearchForm
        base={base}
        params={params}
        chips={<FilterChips search={search} />}
        times={<TimeLinks search={search} context={context} release={site.release ?? null} />}
      />
      <div class={foundClass(page)}>
        <h1>{titleOf('')}</h1>
        {/* New requests are not added to a list that is sorted or was searched inside details. */}
        <div
          class="count-line"
          data-no-live={isInOrder || page.looked ? '' : undefined}
          data-live={isEmptyBook(page, criteria) ? '' : undefined}
        >
          <p class="count">
            {resultsFound(entries.length)}
            {!found && searchedTo !== null && ' yet'}
          </p>
          {isListed && <OrderSwitch search={search} isSorted={isSorted} />}
          {isListed && entries.some(({ queries }) => queries > 0) && <SlowQueriesSwitch search={search} />}
          {isListed && <InCommonLink search={search} terms={criteria.terms} base={base} zone={zone} />}
          {HIDEABLE.map((hideable) => (
            <ClientSwitch
              search={search}
              client={hideable}
              isListed={isListed && entries.some(({ client }) => client === hideable)}
            />
          ))}
          <div class="tools">
            {found && <ColumnSwitch search={search} />}
            {isListed && <ShareLinks {...link} search={search} context={context} />}
            {isListed && (
              <ExportMenu
                base={base}
                params={isSorted ? unsorted(search, zone) : params}
                isOfScanners={search.hasFilter('client', 'scanner')}
              />
            )}
            {/* The script adds the Live button here. */}
            <p class="live-line" />
          </div>
        </div>
        <div class="sentences">
          {isSorted && searchedTo !== null && <ComparedTo time={searchedTo} zone={zone} />}
          {page.looked && (
            <LookedAt
              {...link}
              page={page}
              looked={page.looked}
              isFirst={criteria.cursor === null}
              toward={toward}
            />
          )}
          {searchedTo !== null && !isSorted && !page.looked && (
            <SearchedTo {...link} time={searchedTo} zone={zone} toward={toward} cursor={page[toward]} />
          )}
          {!isInOrder && entries[0] && isAhead(entries[0], context.now) && <ClockWasAhead search={search} />}
          <DidYouMean search={search} hasResults={found} />
        </div>
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
          <EmptyResults
            search={search}
            page={page}
            criteria={criteria}
            appUrl={appUrl}
            placeholder={DEFERRED_PLACEHOLDER}
          />
        )}
        <div class="below">
          {isListed && <RowsPerPage search={search} limit={criteria.limit} />}
          {isListed && !isSorted && <TimeOrderSwitch search={search} isOldestFirst={isOldestFirst} />}
          {(isListed || search.hasFilter('kind', 'main')) && <SubRequestSwitch search={search} />}
          <PageLinks {...link} criteria={criteria} page={page} />
        </div>
        {needsSurvey(page) && <div class="survey-place">{raw(DEFERRED_PLACEHOLDER)}</div>}
      </div>
      {stats && <MissingRequests {...stats} />}
    </Layout>
  );
}

/** The style reserves the space of what follows the rows: a histogram, if there is one, and the facets. */
function foundClass(page: FoundPage): string {
  const { entries, older, newer } = page;
  if (entries.length === 0 || !needsSurvey(page)) return 'found nothing';
  return entries.length < MIN_PLOTTED && older === null && newer === null ? 'found few' : 'found';
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

/** The parameters of the same search without its order, which a file does not have. */
function unsorted({ text }: SearchLinks, zone: string): URLSearchParams {
  return new URLSearchParams({ q: removeClauses(text, [SORT_PARAM]), tz: zone === 'UTC' ? '' : zone });
}
