import { raw } from 'hono/html';
import { countOf } from '../../../format/count-text.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Criteria } from '../../../search/criteria.ts';
import type { FoundPage } from '../../../store/find-page.ts';
import type { Count } from '../../../store/store.ts';
import { FilterText } from '../filter-chips.tsx';
import type { SearchLinks } from '../search-links.ts';
import type { Removal } from './empty-search.ts';

interface EmptyResultsProps {
  readonly search: SearchLinks;
  readonly page: FoundPage;
  readonly criteria: Criteria;
  /** The address of the app that records into this book; `null` if the page is served without one. */
  readonly appUrl: string | null;
  /** Marks where the list of filters to remove goes. */
  readonly placeholder: string;
}

/** Whether nothing was recorded yet. */
export function isEmptyBook(page: FoundPage, criteria: Criteria): boolean {
  return foundNothing(page, criteria) && !hasFilters(criteria);
}

/** Whether a search found nothing because of its filters. */
export function hasNoMatches(page: FoundPage, criteria: Criteria): boolean {
  return foundNothing(page, criteria) && hasFilters(criteria);
}

/** Whether the whole book was searched in vain. */
function foundNothing({ entries, searchedTo }: FoundPage, { cursor }: Criteria): boolean {
  return entries.length === 0 && searchedTo === null && cursor === null;
}

function hasFilters({ terms, details }: Criteria): boolean {
  return terms.length > 0 || details !== undefined;
}

/** Why there are no results, and what to do. */
export function EmptyResults({ search, page, criteria, appUrl, placeholder }: EmptyResultsProps) {
  const all = search.href('');
  if (page.searchedTo !== null) {
    return (
      <p class="empty">
        The search reached its time limit before it covered the whole book. Continue from there, or search a
        shorter time range.
      </p>
    );
  }
  if (criteria.cursor !== null) {
    return (
      <p class="empty">
        This is the end of the list. <a href={all}>Show the newest requests</a>
      </p>
    );
  }
  if (isEmptyBook(page, criteria)) return <NothingRecorded appUrl={appUrl} />;
  return (
    <div class="empty">
      <p>
        No matching requests. Remove a filter, or <a href={all}>list all requests</a>.
      </p>
      {raw(placeholder)}
    </div>
  );
}

function NothingRecorded({ appUrl }: { appUrl: string | null }) {
  return (
    <div class="empty">
      <p>
        No requests have been recorded yet.{' '}
        {appUrl === null
          ? 'Start your app with Gatebook and send it a request.'
          : 'Send a request to your app:'}
      </p>
      {appUrl !== null && (
        <pre>
          <code data-copy="" data-copy-name="command">
            curl {visibleText(appUrl)}
          </code>
        </pre>
      )}
      <p>
        Requests appear here as they arrive. <noscript>Without script, reload this page.</noscript>
      </p>
    </div>
  );
}

interface RemovalsProps {
  readonly removals: readonly Removal[];
  readonly search: SearchLinks;
}

/** The filters that can be removed, with the number of requests that the search finds then. */
export function Removals({ removals, search }: RemovalsProps) {
  return (
    <ul class="removals">
      {removals.map(({ filter, count }) => (
        <li>
          <a href={search.href(filter.removed)}>
            Without <FilterText filter={filter} />
          </a>
          : {countText(count)}
        </li>
      ))}
    </ul>
  );
}

function countText(count: Count | null): string {
  if (count === null) return 'not counted';
  if (count.capped && count.matches === 0) return 'none found before the time limit';
  return countOf(count.matches, 'request', count.capped ? '+' : '');
}
