import { html } from 'hono/html';
import type { Entry } from '../../../profile/entry.ts';
import { COLUMN_NAMES, type Column } from '../../../search/columns.ts';
import { targetOf } from '../../../search/pattern.ts';
import { hourOf, type SearchLinks } from '../search-links.ts';

interface RowMenuProps {
  readonly entry: Entry;
  readonly search: SearchLinks;
  readonly columns: readonly Column[];
  readonly zone: string;
}

/** Links that search for the values of a row, or exclude them. A template string, because JSX is slower and a page has up to a hundred rows. */
export function RowMenu({ entry, search, columns, zone }: RowMenuProps) {
  const { ip, method, host, url, time } = entry;
  const path = pathOf(url);
  const equal = (field: string, value: string) =>
    value === ''
      ? null
      : onlyOrNot(field, field, search.setFilter(field, value), search.exclude(field, value));
  return html`<details class="menu by"><summary tabindex="-1" aria-label="Only or not" title="Only or not the values of this row"></summary><ul>${equal(
    'status',
    String(entry.status),
  )}${equal('ip', ip)}${equal('method', method)}${equal('host', host)}${
    path === '' ? null : onlyOrNot('path', 'path', search.underPath(path), search.underPath(path, 'not'))
  }${onlyOrNot('time', 'hour', search.inTimeRange(hourOf(time, zone)), search.withoutMinute(time), 'minute')}${columns.map(
    (column) => {
      const value = columnValue(column, entry);
      const [only, not] = [search.setFilter(column, value), search.exclude(column, value)];
      return value === '' ? null : onlyOrNot(column, COLUMN_NAMES[column].toLowerCase(), only, not);
    },
  )}</ul></details>`;
}

/** `name` is of the column, `what` is what the links are about. */
function onlyOrNot(name: string, what: string, only: string | null, not: string | null, notWhat = what) {
  if (only === null && not === null) return null;
  return html`<li class="${name}">${only && html`<a href="${only}">Only this ${what}</a>`}${
    not &&
    html`<a class="not" href="${not}" aria-label="Not this ${notWhat}" title="Not this ${notWhat}">not</a>`
  }</li>`;
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
