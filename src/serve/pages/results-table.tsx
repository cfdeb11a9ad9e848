import { html } from 'hono/html';
import { visibleText } from '../../format/visible-text.ts';
import { type Entry, KIND_NAMES, STATUS_ABORTED } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import { targetOf } from '../../search/pattern.ts';
import { hourOf, type SearchLinks, searchLinks } from './search-links.ts';
import { statusClass, TimeText, urlText } from './values.tsx';

interface Results {
  readonly base: string;
  readonly entries: readonly Entry[];
  readonly tokens: Tokens;
  readonly zone: string;
  /** What its values narrow; without it they start a search of their own. */
  readonly search?: SearchLinks;
  readonly id?: string;
}

/** The six columns, always these and in this order. */
export function ResultsTable({ entries, id, ...results }: Results) {
  const { base, zone, search = searchLinks({ base, text: '', terms: [], zone }) } = results;
  return (
    <table class="results" id={id}>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">IP</th>
          <th scope="col">Method</th>
          <th scope="col">URL</th>
          <th scope="col">Time</th>
          <th scope="col">Token</th>
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

interface Row extends Omit<Results, 'entries' | 'id'> {
  readonly entry: Entry;
  /** The row above: a sub-request hangs from it when both are of one family. Not known of a row sent by itself. */
  readonly above?: Entry | null;
}

/** One row of the listing; the tail sends the same. As a template, for a page has a hundred of them: elements cost more. */
export function ResultRow({ base, entry, above, tokens, zone, search }: Row) {
  const here = search ?? searchLinks({ base, text: '', terms: [], zone });
  const token = tokens.tokenOf(entry.seq);
  const { status, ip, method, parent } = entry;
  const alone = above !== undefined && above?.seq !== parent && above?.parent !== parent;
  const kind = parent === null ? 'main' : alone ? 'sub alone' : 'sub';
  const profile = `${base}/${token}${here.query}`;
  const of = parent === null ? '' : `${KIND_NAMES[entry.kind]} of ${tokens.tokenOf(parent)}`;
  return html`<tr class="${kind}" data-token="${token}"><td class="${statusClass(status)}">${narrowing(
    here.only('status', String(status)),
    String(status),
    meaning(status),
  )}</td><td class="ip" title="${visibleText(ip)}">${narrowing(here.only('ip', ip), ip)}</td><td class="method">${narrowing(
    here.only('method', method),
    method,
  )}</td><td class="url-cell"><a class="url-link" href="${profile}">${urlText(entry.url)}</a>${urlFilters(
    entry,
    here,
  )}</td><td class="time">${timeLink(entry, zone, here)}</td><td class="token"><a href="${profile}"${titled(of)}>${token}</a></td></tr>`;
}

type Html = ReturnType<typeof html>;

function titled(title: string): Html | null {
  return title === '' ? null : html` title="${title}"`;
}

/** A value that narrows the search to its like; as plain text where that can't be asked or is asked already. */
function narrowing(to: string | null, value: string, title = ''): Html {
  if (value === '') return html`<span class="none">none</span>`;
  const text = visibleText(value);
  if (to === null) return html`<span${titled(title)}>${text}</span>`;
  return html`<a href="${to}"${titled(title)}>${text}</a>`;
}

/** Shown while the row is pointed at or focused: the cell's own text is the URL and nothing else. */
function urlFilters({ url, host }: Entry, search: SearchLinks): Html | null {
  const path = pathOf(url);
  const toHost = host === '' ? null : search.only('host', host);
  const toPath = path === '' ? null : search.below(path);
  if (toHost === null && toPath === null) return null;
  return html`<span class="by">${toHost && html`<a href="${toHost}">this host</a>`}${
    toPath && html`<a href="${toPath}">this path</a>`
  }</span>`;
}

function timeLink({ time }: Entry, zone: string, search: SearchLinks): Html {
  const to = search.within(hourOf(time, zone));
  const text = TimeText({ time, zone });
  return to === null ? text : html`<a href="${to}">${text}</a>`;
}

const CLASSES = ['', 'informational', 'success', 'redirect', 'client error', 'server error'];

/** The class of a status in words, for those who don't see its colour. */
function meaning(status: number): string {
  if (status === STATUS_ABORTED) return 'the client left before the answer';
  return CLASSES[Math.floor(status / 100)] || 'of no known class';
}

/** From the path up to the query; empty when there is none but the root. */
function pathOf(url: string): string {
  const [path = ''] = targetOf(url).split(/[?#]/, 1);
  return path === '/' ? '' : path;
}
