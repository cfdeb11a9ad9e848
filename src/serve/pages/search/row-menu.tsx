import { html } from 'hono/html';
import { visibleText } from '../../../format/visible-text.ts';
import type { Entry } from '../../../profile/entry.ts';
import { formatTime } from '../../../profile/time.ts';
import { COLUMN_NAMES, type Column } from '../../../search/columns.ts';
import { targetOf } from '../../../search/pattern.ts';
import { Layout, type Site } from '../layout.tsx';
import { hourOf, type SearchLinks } from '../search-links.ts';

/** Follows the path of a profile. */
export const ROW_FILTERS = '/filters';

const TITLE = 'Only or not these values';

/**
 * The menu of a row. Its links are on a page of their own, from which the script takes them when the menu opens: they are more text than
 * all else in the row.
 */
export function RowMenu({ profile, search }: { profile: string; search: SearchLinks }) {
  return html`<details class="menu by"><summary tabindex="-1" aria-label="Only or not" title="${TITLE} of the row"></summary><ul><li><a href="${profile}${ROW_FILTERS}${search.address}">${TITLE}</a></li></ul></details>`;
}

interface RowFiltersProps {
  readonly entry: Entry;
  readonly search: SearchLinks;
  readonly columns: readonly Column[];
  readonly zone: string;
}

export function RowFiltersPage({ site, ...row }: RowFiltersProps & { readonly site: Site }) {
  const { entry, search, zone } = row;
  return (
    <Layout {...site} zone={zone} utc={search.inZone('UTC')} title={TITLE} view="" query={search.query}>
      <h1>{TITLE}</h1>
      <p>
        <a href={site.base + search.address} rel="up">
          Back to search
        </a>
      </p>
      <p>
        {entry.status} {visibleText(entry.method)} {visibleText(entry.url)}
        <br />
        {entry.ip}, {formatTime(entry.time, zone)}
      </p>
      <RowFilters {...row} />
    </Layout>
  );
}

/** Links that search for the values of a row, or exclude them. */
function RowFilters({ entry, search, columns, zone }: RowFiltersProps) {
  const { status, ip, method, host, url, time } = entry;
  const path = pathOf(url);
  const values = Object.entries({ status: String(status), ip, method, host });
  const further = columns.map((column) => [column, columnValue(column, entry)] as const);
  return (
    <ul class="row-filters">
      {values.map(([field, value]) => (
        <OnlyOrNot name={field} what={field === 'ip' ? 'IP' : field} {...equal(search, field, value)} />
      ))}
      {path !== '' && (
        <OnlyOrNot
          name="path"
          what="path"
          only={search.underPath(path)}
          not={search.underPath(path, 'not')}
        />
      )}
      <OnlyOrNot
        name="time"
        what="hour"
        notWhat="minute"
        only={search.inTimeRange(hourOf(time, zone))}
        not={search.withoutMinute(time)}
      />
      {further.map(([column, value]) => (
        <OnlyOrNot
          name={column}
          what={COLUMN_NAMES[column].toLowerCase()}
          {...equal(search, column, value)}
        />
      ))}
    </ul>
  );
}

function equal(search: SearchLinks, field: string, value: string) {
  if (value === '') return { only: null, not: null };
  return { only: search.setFilter(field, value), not: search.exclude(field, value) };
}

interface OnlyOrNotProps {
  /** The class of the column. */
  readonly name: string;
  readonly what: string;
  readonly notWhat?: string;
  readonly only: string | null;
  readonly not: string | null;
}

function OnlyOrNot({ name, what, notWhat = what, only, not }: OnlyOrNotProps) {
  if (only === null && not === null) return null;
  return (
    <li class={name}>
      {only !== null && <a href={only}>Only this {what}</a>}
      {not !== null && (
        <a class="not" href={not} aria-label={`Not this ${notWhat}`} title={`Not this ${notWhat}`}>
          not
        </a>
      )}
    </li>
  );
}

/** A number is searched for as a limit. */
function columnValue(column: Column, entry: Entry): string {
  if (column === 'duration') return `>=${entry.duration}us`;
  return column === 'queries' ? `>=${entry.queries}` : entry[column];
}

/** The path without the query; empty for the root. */
function pathOf(url: string): string {
  const [path = ''] = targetOf(url).split(/[?#]/, 1);
  return path === '/' ? '' : path;
}
