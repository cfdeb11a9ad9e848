import { html } from 'hono/html';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { type Entry, KIND_NAMES, STATUS_ABORTED } from '../../../profile/entry.ts';
import type { Seq, Tokens } from '../../../profile/token.ts';
import { missingResponse } from '../../../report/profile/profile-facts.ts';
import { COLUMN_NAMES, type Column, columnText } from '../../../search/columns.ts';
import { SORT_BY } from '../../../search/criteria.ts';
import { SORT_PARAM } from '../../../search/query-text.ts';
import { statusClass, TimeText, urlText } from '../entry-values.tsx';
import { type SearchLinks, zoneQuery } from '../search-links.ts';
import { RowMenu } from './row-menu.tsx';

interface ResultsTableProps {
  readonly base: string;
  readonly entries: readonly Entry[];
  readonly tokens: Tokens;
  readonly zone: string;
  /** The search that filters are added to. Without it, rows have no menu. */
  readonly search?: SearchLinks;
  readonly id?: string;
  /** The seq of a row to mark as the current one. */
  readonly current?: Seq;
  /** Pauses between rows that are longer than this are marked, in µs. */
  readonly gap?: number;
  /** Columns to the right of the default ones. */
  readonly columns?: readonly Column[];
  /** Whether the slowest are first; undefined if the table cannot be sorted. */
  readonly isSorted?: boolean;
}

/** The results, always with these six columns in this order, and the further ones of the search after them. */
export function ResultsTable({ entries, id, isSorted, gap, ...results }: ResultsTableProps) {
  const { search, columns = search?.columns ?? [] } = results;
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
              {column === 'duration' && isSorted !== undefined && search ? (
                <SortLink search={search} isSorted={isSorted} />
              ) : (
                COLUMN_NAMES[column]
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, i) => {
          const above = entries[i - 1] ?? null;
          return (
            <>
              {above && gap !== undefined && entry.time - above.time > gap && (
                <tr class="gap">
                  <td colspan={6}>{formatDuration(entry.time - above.time)} later</td>
                </tr>
              )}
              <ResultRow {...results} entry={entry} above={above} />
            </>
          );
        })}
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

interface ResultRowProps extends Omit<ResultsTableProps, 'entries' | 'id' | 'isSorted' | 'gap'> {
  readonly entry: Entry;
  /** The row above, to connect a sub-request to its main request; undefined if unknown. */
  readonly above?: Entry | null;
}

/** One row of the results. A template string, because JSX is slower and a page has up to a hundred rows. */
export function ResultRow(props: ResultRowProps) {
  const { base, entry, above, tokens, zone, search, columns = search?.columns ?? [], current } = props;
  const token = tokens.tokenOf(entry.seq);
  const { status, ip, method, parent } = entry;
  const isDetached = above !== undefined && above?.seq !== parent && above?.parent !== parent;
  const kind = parent === null ? 'main' : isDetached ? 'sub alone' : 'sub';
  const profile = `${base}/${token}${search?.query ?? zoneQuery(zone)}`;
  const subRequestOf = parent === null ? '' : `${KIND_NAMES[entry.kind]} of ${tokens.tokenOf(parent)}`;
  const cell = (name: string, content: Html | string, title = '') =>
    html`<td class="${name}"><a href="${profile}" tabindex="-1"${titleAttribute(title)}>${content}</a></td>`;
  return html`<tr class="${kind}" data-token="${token}"${entry.seq === current ? CURRENT : null}>${cell(
    'status',
    html`<span class="${statusClass(status)}">${status}</span>`,
    statusMeaning(entry),
  )}${cell('ip', valueText(ip), visibleText(ip))}${cell('method', valueText(method))}<td class="url-cell"><a class="url-link" href="${profile}">${urlText(entry.url)}</a>${search && RowMenu({ profile: `${base}/${token}`, search })}</td>${cell(
    'time',
    TimeText({ time: entry.time, zone }),
  )}${cell('token', token, subRequestOf)}${columns.map((column) => columnCell(column, entry, cell))}</tr>`;
}

type Html = ReturnType<typeof html>;

const CURRENT = html` aria-current="true"`;

function titleAttribute(title: string): Html | null {
  return title === '' ? null : html` title="${title}"`;
}

function valueText(value: string): Html | string {
  return value === '' ? html`<span class="none">none</span>` : visibleText(value);
}

function columnCell(
  column: Column,
  entry: Entry,
  cell: (name: string, content: Html | string, title?: string) => Html,
): Html {
  const text = columnText(column, entry);
  if (text === '') return html`<td class="${column}"></td>`;
  const bar = column === 'duration' ? durationBar(entry.duration) : '';
  return cell(column, html`${visibleText(text)}${bar}`, visibleText(text));
}

/** Durations differ by orders of magnitude, so the bar is logarithmic. It does not depend on the other rows. */
const DURATION_BAR_HELP = 'The bar is logarithmic, from 1 ms to 10 s';
const BAR_DECADES = 4;

function durationBar(micros: number): Html {
  const share = Math.min(1, Math.max(0.01, Math.log10(Math.max(1, micros) / 1000) / BAR_DECADES));
  return html`<svg class="duration-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(share * 100)}" height="1"/></svg>`;
}

const CLASSES = ['', 'informational', 'success', 'redirect', 'client error', 'server error'];

/** The status class in words, because colour must not be the only sign. */
function statusMeaning({ status, error }: Entry): string {
  if (status === STATUS_ABORTED) return missingResponse(error).toLowerCase();
  return CLASSES[Math.floor(status / 100)] || 'unknown class';
}
