import type { Child } from 'hono/jsx';
import type { Micros } from '../../../profile/time.ts';
import { COLUMN_NAMES, COLUMNS } from '../../../search/columns.ts';
import { SORT_BY } from '../../../search/criteria.ts';
import { excludeValue, filtersOf } from '../../../search/edit-query.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { hasRelativeTime, withAbsoluteTimes } from '../../../search/time-range.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import { TimeText } from '../entry-values.tsx';
import { queryString, type SearchLinks } from '../search-links.ts';

/** Links above the results that change how they are listed. */

interface SwitchProps {
  /** The other way to list them; `null` if it can't be searched for. */
  readonly href: string | null;
  readonly title?: string;
  readonly children?: Child;
}

function Switch({ href, title, children }: SwitchProps) {
  if (href === null) return null;
  return (
    <p class="switch">
      <a href={href} title={title}>
        {children}
      </a>
    </p>
  );
}

export function SubRequestSwitch({ search }: { search: SearchLinks }) {
  const isHidden = search.hasFilter('kind', 'main');
  const href = isHidden ? search.removeFilter('kind') : search.setFilter('kind', 'main');
  return <Switch href={href}>{isHidden ? 'Show sub-requests' : 'Hide sub-requests'}</Switch>;
}

/** Hides the requests of scanners, now and whenever the page is opened, or shows them again. */
export function ScannerSwitch({ search, hasScanners }: { search: SearchLinks; hasScanners: boolean }) {
  const hidden = filtersOf(search.text).find(
    ({ not, name, values }) => not && name === 'client' && values.join() === 'scanner',
  );
  if (hidden) return <Switch href={search.hrefChoosing(hidden.removed, 'show')}>Show scanners</Switch>;
  if (!hasScanners) return null;
  const without = excludeValue(search.text, 'client', 'scanner');
  return <Switch href={search.hrefChoosing(without, 'hide')}>Hide scanners</Switch>;
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
  return <Switch href={href}>{isSorted ? 'Newest first' : 'Slowest first'}</Switch>;
}

/** Says why the newest requests are not those that were just sent. */
export function ClockWasAhead({ search }: { search: SearchLinks }) {
  const href = search.setFilter('until', 'now');
  return (
    <p class="searched-to">
      The newest requests are dated in the future: a clock was ahead.
      {href !== null && (
        <>
          {' '}
          <a href={href}>Hide them</a>
        </>
      )}
    </p>
  );
}

/** From here on, the time in the queries of a request is worth a look. */
const SLOW_QUERIES = '>100ms';

/** Only the requests whose queries took long, or all again. */
export function SlowQueriesSwitch({ search }: { search: SearchLinks }) {
  const isOn = search.hasFilter('querytime', SLOW_QUERIES);
  const href = isOn ? search.removeFilter('querytime') : search.setFilter('querytime', SLOW_QUERIES);
  return (
    <Switch href={href} title={`Time in queries ${SLOW_QUERIES}`}>
      {isOn ? 'All queries' : 'Slow queries'}
    </Switch>
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

interface ShareLinksProps {
  readonly base: string;
  readonly params: URLSearchParams;
  readonly search: SearchLinks;
  readonly context: ParseContext;
}

/** A link to these results with absolute times, and one with the relative times of the search. The script copies them. */
export function ShareLinks({ base, params, search, context }: ShareLinksProps) {
  const { text, columns } = search;
  const [limit, cursor] = [params.get('limit') ?? '', params.get('cursor') ?? ''];
  const href = (query: string) => {
    const address = base + queryString({ text: query, limit, zone: context.zone, columns });
    return cursor === ''
      ? address
      : `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  };
  return (
    <p class="switch share">
      <a href={href(withAbsoluteTimes(text, context))} title="Link to these results, with absolute times">
        Share
      </a>
      {hasRelativeTime(text, context) && (
        <>
          {' '}
          <a href={href(text)} title="Link to this search, with its relative times">
            relative
          </a>
        </>
      )}
    </p>
  );
}
