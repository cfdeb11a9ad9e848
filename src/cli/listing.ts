import { formatCount } from '../format/units.ts';
import { visibleText } from '../format/visible-text.ts';
import type { Entry } from '../profile/entry.ts';
import { entryJson } from '../profile/entry-json.ts';
import { formatIsoTime, formatTime } from '../profile/time.ts';
import type { Tokens } from '../profile/token.ts';
import { type Cursor, formatCursor } from '../search/cursor.ts';
import type { Count, Page } from '../store/store.ts';

const HEADINGS = ['Status', 'IP', 'Method', 'URL', 'Time', 'Token'];

export interface Listing {
  readonly page: Page;
  readonly count: Count;
  readonly tokens: Tokens;
  readonly zone: string;
  /** Which way the search read. */
  readonly toward: Cursor['toward'];
}

/** What was found, for programs. */
export function listingJson({ page, count, tokens }: Listing): object {
  const { entries, searchedTo, older, newer } = page;
  return {
    entries: entries.map((entry) => entryJson(entry, tokens)),
    matches: count.matches,
    matchesCapped: count.capped,
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
    older: older && formatCursor(older),
    newer: newer && formatCursor(newer),
  };
}

/** What was found, as the page shows it; behind it the ways on. */
export function listingText({ page, count, tokens, zone, toward }: Listing): string {
  const { entries, searchedTo } = page;
  const lines: string[] = [];
  if (entries.length > 0) {
    // The count may have run out of time before the rows did.
    const matches = Math.max(count.matches, entries.length);
    lines.push(`${entries.length} results found, ${formatCount({ ...count, matches })} match`);
    lines.push(...table(entries, tokens, zone));
  } else {
    lines.push(`No results found${searchedTo === null ? '' : ' yet'}`);
  }
  const onward = page[toward];
  if (searchedTo !== null) {
    const way = onward ? `; continue with --cursor ${formatCursor(onward)}` : '';
    lines.push(`searched ${toward === 'older' ? 'back' : 'up'} to ${formatTime(searchedTo, zone)}${way}`);
  }
  const told = searchedTo !== null && toward === 'older';
  if (page.older && !told) lines.push(`older: --cursor ${formatCursor(page.older)}`);
  return lines.join('\n');
}

function table(entries: readonly Entry[], tokens: Tokens, zone: string): string[] {
  const rows = entries.map(({ status, ip, method, url, time, seq }) => [
    String(status),
    visibleText(ip),
    visibleText(method),
    visibleText(url),
    formatTime(time, zone),
    tokens.tokenOf(seq),
  ]);
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
