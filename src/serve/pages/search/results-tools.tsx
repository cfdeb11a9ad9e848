import type { Micros } from '../../../profile/time.ts';
import { COLUMN_NAMES, COLUMNS } from '../../../search/columns.ts';
import { SORT_BY } from '../../../search/criteria.ts';
import { excludeValue, filtersOf } from '../../../search/edit-query.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { TimeText } from '../entry-values.tsx';
import type { SearchLinks } from '../search-links.ts';

/** Links above the results that change how they are listed. */

export function SubRequestSwitch({ search }: { search: SearchLinks }) {
  const isHidden = search.hasFilter('kind', 'main');
  const href = isHidden ? search.removeFilter('kind') : search.setFilter('kind', 'main');
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href}>{isHidden ? 'Show sub-requests' : 'Hide sub-requests'}</a>
    </p>
  );
}

/** Hides the requests of scanners, now and whenever the page is opened, or shows them again. */
export function ScannerSwitch({ search, hasScanners }: { search: SearchLinks; hasScanners: boolean }) {
  const hidden = filtersOf(search.text).find(
    ({ not, name, values }) => not && name === 'client' && values.join() === 'scanner',
  );
  if (!hidden && !hasScanners) return null;
  return (
    <p class="switch">
      {hidden ? (
        <a href={search.hrefChoosing(hidden.removed, 'show')}>Show scanners</a>
      ) : (
        <a href={search.hrefChoosing(excludeValue(search.text, 'client', 'scanner'), 'hide')}>
          Hide scanners
        </a>
      )}
    </p>
  );
}

/** Says that the slowest are listed, and how many requests were compared if not all were. */
export function ComparedTo({ time, zone }: { time: Micros | null; zone: string }) {
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

export function OrderSwitch({ search, isSorted }: { search: SearchLinks; isSorted: boolean }) {
  const href = isSorted ? search.removeFilter(SORT_PARAM) : search.addFilter(SORT_PARAM, SORT_BY);
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href}>{isSorted ? 'Newest first' : 'Slowest first'}</a>
    </p>
  );
}

/** From here on, the time in the queries of a request is worth a look. */
const SLOW_QUERIES = '>100ms';

/** Only the requests whose queries took long, or all again. */
export function SlowQueriesSwitch({ search }: { search: SearchLinks }) {
  const isOn = search.hasFilter('querytime', SLOW_QUERIES);
  const href = isOn ? search.removeFilter('querytime') : search.setFilter('querytime', SLOW_QUERIES);
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href} title={`Time in queries ${SLOW_QUERIES}`}>
        {isOn ? 'All queries' : 'Slow queries'}
      </a>
    </p>
  );
}

/** Links that add or remove a column. */
export function ColumnSwitch({ search }: { search: SearchLinks }) {
  const { columns } = search;
  return (
    <details class="menu columns">
      <summary>Columns</summary>
      <ul>
        {COLUMNS.map((column) => {
          const isShown = columns.includes(column);
          const others = columns.filter((other) => other !== column);
          const label = `${isShown ? 'Hide' : 'Show'} the column ${COLUMN_NAMES[column]}`;
          return (
            <li>
              <a
                href={search.withColumns(isShown ? others : [...columns, column])}
                class={isShown ? 'on' : undefined}
                aria-label={label}
                title={label}
              >
                {COLUMN_NAMES[column]}
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
