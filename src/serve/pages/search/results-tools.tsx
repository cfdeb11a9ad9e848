import type { Child } from 'hono/jsx';
import { splitTerms } from '../../../findings/in-common/split-terms.ts';
import type { Micros } from '../../../profile/time.ts';
import { COLUMN_NAMES, COLUMNS } from '../../../search/columns.ts';
import { OLDEST_FIRST, SORT_BY, type Term } from '../../../search/criteria.ts';
import { filtersOf } from '../../../search/edit-query.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import type { HiddenClient } from '../../hidden-clients.ts';
import { TimeText } from '../entry-values.tsx';
import { type SearchLinks, viewHref } from '../search-links.ts';

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

interface ClientSwitchProps {
  readonly search: SearchLinks;
  readonly client: HiddenClient;
  readonly isListed: boolean;
}

/** Hides the requests of scanners or monitors, now and whenever the page is opened, or shows them again. */
export function ClientSwitch({ search, client, isListed }: ClientSwitchProps) {
  const hidden = filtersOf(search.text).find(
    ({ not, name, values }) => not && name === 'client' && values.join() === client,
  );
  if (hidden) return <Switch href={search.href(hidden.removed)}>Show {client}s</Switch>;
  return isListed ? <Switch href={search.hiding(client)}>Hide {client}s</Switch> : null;
}

/** Says how many requests were compared if not all were. */
export function ComparedTo({ time, zone }: { time: Micros; zone: string }) {
  return (
    <p class="searched-to">
      Only requests since <TimeText time={time} zone={zone} /> were compared: the search reached its time
      limit. Search a shorter time range, or add a filter.
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

interface InCommonLinkProps {
  readonly search: SearchLinks;
  readonly terms: readonly Term[];
  readonly base: string;
  readonly zone: string;
}

/** What the requests of a search have in common, if it asks for some among others. */
export function InCommonLink({ search, terms, base, zone }: InCommonLinkProps) {
  if (splitTerms(terms).defining.length === 0) return null;
  const href = `${viewHref(`${base}/overview`, search.text, zone)}#in-common`;
  return (
    <Switch href={href} title="What these have in common, and others do not">
      In common
    </Switch>
  );
}

/** Links that add or remove a column. */
export function ColumnSwitch({ search }: { search: SearchLinks }) {
  const { columns } = search;
  return (
    <details class="menu drop columns">
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

/** Further numbers of rows come from addresses. */
const ROWS = [10, 50, 100];

/** Links to more rows on a page, which is remembered. */
export function RowsPerPage({ search, limit }: { search: SearchLinks; limit: number }) {
  return (
    <ul class="rows" aria-label="Rows per page">
      {ROWS.map((rows) => (
        <li>{rows === limit ? <strong>{rows}</strong> : <a href={search.listing({ rows })}>{rows}</a>}</li>
      ))}
    </ul>
  );
}

interface TimeOrderProps {
  readonly search: SearchLinks;
  readonly isOldestFirst: boolean;
}

/** The other order of the list, which is remembered. */
export function TimeOrderSwitch({ search, isOldestFirst }: TimeOrderProps) {
  const order = isOldestFirst ? '' : OLDEST_FIRST;
  return <Switch href={search.listing({ order })}>{isOldestFirst ? 'Newest first' : 'Oldest first'}</Switch>;
}
