import { html } from 'hono/html';
import { visibleText } from '../../../format/visible-text.ts';
import { type Entry, KIND_NAMES, STATUS_ABORTED } from '../../../profile/entry.ts';
import type { Seq, Tokens } from '../../../profile/token.ts';
import { missingResponse } from '../../../report/profile/profile-facts.ts';
import { COLUMN_NAMES, type Column, columnText } from '../../../search/columns.ts';
import { SORT_BY } from '../../../search/criteria.ts';
import { targetOf } from '../../../search/pattern.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { notLink, statusClass, TimeText, urlText } from '../entry-values.tsx';
import { hourOf, newSearch, type SearchLinks } from '../search-links.ts';

interface ResultsTableProps {
  readonly base: string;
  readonly entries: readonly Entry[];
  readonly tokens: Tokens;
  readonly zone: string;
  /** The search that filters are added to. Without it, a filter starts a new search. */
  readonly search?: SearchLinks;
  readonly id?: string;
  /** The seq of a row to mark as the current one. */
  readonly current?: Seq;
  /** Columns to the right of the default ones. */
  readonly columns?: readonly Column[];
  /** Whether the slowest are first; undefined if the table cannot be sorted. */
  readonly isSorted?: boolean;
}

/** The results, always with these six columns in this order, and the further ones of the search after them. */
export function ResultsTable({ entries, id, isSorted, ...results }: ResultsTableProps) {
  const { base, zone, search = newSearch(base, zone) } = results;
  const { columns = search.columns } = results;
  return (
    <table class="results" id={id}>
      <thead>
        <tr>
          {['Status', 'IP', 'Method', 'URL', 'Time', 'Token'].map((name) => (
            <th scope="col">{name}</th>
          ))}
          {columns.map((column) => (
            <th
              scope="col"
              class={column}
              aria-sort={isSorted && column === 'duration' ? 'descending' : undefined}
              title={column === 'duration' ? DURATION_BAR_HELP : undefined}
            >
              {column === 'duration' && isSorted !== undefined ? (
                <SortLink search={search} isSorted={isSorted} />
              ) : (
                COLUMN_NAMES[column]
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, i) => (
          <ResultRow {...results} search={search} entry={entry} above={entries[i - 1] ?? null} />
        ))}
      </tbody>
    </table>
  );
}

/** The heading of the duration, which sorts by it, or goes back to the newest first. */
function SortLink({ search, isSorted }: { search: SearchLinks; isSorted: boolean }) {
  return isSorted ? (
    <a href={search.removeFilter(SORT_PARAM)} title="Newest first">
      {COLUMN_NAMES.duration} ↓
    </a>
  ) : (
    <a href={search.addFilter(SORT_PARAM, SORT_BY) ?? ''} title="Slowest first">
      {COLUMN_NAMES.duration}
    </a>
  );
}

interface ResultRowProps extends Omit<ResultsTableProps, 'entries' | 'id' | 'isSorted'> {
  readonly entry: Entry;
  readonly search: SearchLinks;
  /** The row above, to connect a sub-request to its main request; undefined if unknown. */
  readonly above?: Entry | null;
}

/**
 * One row of the results. A template string, because JSX is slower and a page has up to a hundred rows. The tab key stops
 * at its URL only; the script moves between the cells with the arrow keys.
 */
export function ResultRow(props: ResultRowProps) {
  const { base, entry, above, tokens, zone, search: links, columns = links.columns, current } = props;
  const token = tokens.tokenOf(entry.seq);
  const { status, ip, method, parent } = entry;
  const isDetached = above !== undefined && above?.seq !== parent && above?.parent !== parent;
  const kind = parent === null ? 'main' : isDetached ? 'sub alone' : 'sub';
  const profile = `${base}/${token}${links.query}`;
  const subRequestOf = parent === null ? '' : `${KIND_NAMES[entry.kind]} of ${tokens.tokenOf(parent)}`;
  return html`<tr class="${kind}" data-token="${token}"${entry.seq === current ? CURRENT : null}><td class="${statusClass(status)}">${filterLink(
    links.setFilter('status', String(status)),
    String(status),
    statusMeaning(entry),
  )}${notLink(links.exclude('status', String(status)), String(status))}</td><td class="ip" title="${visibleText(ip)}">${filterLink(links.setFilter('ip', ip), ip)}${notLink(links.exclude('ip', ip), ip)}</td><td class="method">${filterLink(
    links.setFilter('method', method),
    method,
  )}${notLink(links.exclude('method', method), method)}</td><td class="url-cell"><a class="url-link" href="${profile}">${urlText(entry.url)}</a>${urlFilters(entry, links)}</td><td class="time">${timeLink(entry, zone, links)}${notLink(
    links.withoutMinute(entry.time),
    'this minute',
  )}</td><td class="token"><a href="${profile}" tabindex="-1"${titleAttribute(subRequestOf)}>${token}</a></td>${columns.map((column) => columnCell(column, entry, links))}</tr>`;
}

type Html = ReturnType<typeof html>;

const CURRENT = html` aria-current="true"`;

function titleAttribute(title: string): Html | null {
  return title === '' ? null : html` title="${title}"`;
}

/** A cell of a further column. Its value links to a search for it, a number to one for at least as much. */
function columnCell(column: Column, entry: Entry, links: SearchLinks): Html {
  const text = columnText(column, entry);
  if (text === '') return html`<td class="${column}"></td>`;
  const value = columnValue(column, entry);
  return html`<td class="${column}" title="${visibleText(text)}">${filterLink(links.setFilter(column, value), text)}${notLink(links.exclude(column, value), value)}${column === 'duration' ? durationBar(entry.duration) : ''}</td>`;
}

function columnValue(column: Column, entry: Entry): string {
  if (column === 'duration') return `>=${entry.duration}us`;
  return column === 'queries' ? `>=${entry.queries}` : entry[column];
}

/** Durations differ by orders of magnitude, so the bar is logarithmic. It does not depend on the other rows. */
const DURATION_BAR_HELP = 'The bar is logarithmic, from 1 ms to 10 s';
const BAR_DECADES = 4;

function durationBar(micros: number): Html {
  const share = Math.min(1, Math.max(0.01, Math.log10(Math.max(1, micros) / 1000) / BAR_DECADES));
  return html`<svg class="duration-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(share * 100)}" height="1"/></svg>`;
}

/** A link that filters by this value; plain text if that is not possible. */
function filterLink(href: string | null, value: string, title = ''): Html {
  if (value === '') return html`<span class="none">none</span>`;
  const text = visibleText(value);
  if (href === null) return html`<span${titleAttribute(title)}>${text}</span>`;
  return html`<a href="${href}" tabindex="-1"${titleAttribute(title)}>${text}</a>`;
}

/** Shown while the row is hovered or focused, so the text of the cell is just the URL. */
function urlFilters({ url, host }: Entry, search: SearchLinks): Html | null {
  const path = pathOf(url);
  const hostLink = host === '' ? null : search.setFilter('host', host);
  const pathLink = path === '' ? null : search.underPath(path);
  if (hostLink === null && pathLink === null) return null;
  return html`<span class="by">${hostLink && onlyLink(hostLink, 'host')}${
    hostLink && notLink(search.exclude('host', host), 'this host')
  }${pathLink && onlyLink(pathLink, 'path')}${
    pathLink && notLink(search.underPath(path, 'not'), 'this path')
  }</span>`;
}

/** A short text, because it covers the end of the URL. */
function onlyLink(href: string, name: string): Html {
  return html`<a href="${href}" tabindex="-1" title="Only this ${name}" aria-label="Only this ${name}">${name}</a>`;
}

function timeLink({ time }: Entry, zone: string, search: SearchLinks): Html {
  const href = search.inTimeRange(hourOf(time, zone));
  const text = TimeText({ time, zone });
  return href === null ? text : html`<a href="${href}" tabindex="-1">${text}</a>`;
}

const CLASSES = ['', 'informational', 'success', 'redirect', 'client error', 'server error'];

/** The status class in words, because colour must not be the only sign. */
function statusMeaning({ status, error }: Entry): string {
  if (status === STATUS_ABORTED) return missingResponse(error).toLowerCase();
  return CLASSES[Math.floor(status / 100)] || 'unknown class';
}

/** The path without the query; empty for the root. */
function pathOf(url: string): string {
  const [path = ''] = targetOf(url).split(/[?#]/, 1);
  return path === '/' ? '' : path;
}
