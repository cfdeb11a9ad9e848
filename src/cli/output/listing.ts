import { countOf, resultsFound } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { formatIsoTime, formatTime, type Micros } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Column } from '../../search/columns.ts';
import { asksForStages, type Criteria } from '../../search/criteria.ts';
import { formatCursor } from '../../search/cursor.ts';
import { lookedText } from '../../store/find-in-details.ts';
import type { FoundPage } from '../../store/find-page.ts';
import type { Count } from '../../store/store.ts';
import { entryTable } from './entry-table.ts';
import { pickFields } from './json.ts';
import { fieldTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface Listing {
  readonly page: FoundPage;
  /** Without error stages, unless the search asks for them. `null` for a search inside details. */
  readonly count: Count | null;
  readonly criteria: Criteria;
  readonly tokens: Tokens;
  readonly zone: string;
  /** Other queries that may have been meant. */
  readonly suggestions: readonly string[];
  readonly columns: readonly Column[];
  /** The fields of each row; `undefined` for all in JSON, and the columns of the page in a table. */
  readonly fields?: readonly string[] | undefined;
}

export function listingJson({ page, count, tokens, suggestions, fields }: Listing): object {
  const { entries, searchedTo, older, newer } = page;
  return {
    entries: entries.map((entry) => pickFields(entryJson(entry, tokens), fields)),
    matches: count?.matches ?? entries.length,
    matchesCapped: count?.capped ?? (older !== null || newer !== null),
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
    older: older && formatCursor(older),
    newer: newer && formatCursor(newer),
    suggestions,
    ...(page.looked && { looked: page.looked }),
  };
}

/** A page of results as a table, followed by the cursors to continue with. */
export function listingLines(listing: Listing, terminal: Terminal): string[] {
  const { page, zone, suggestions } = listing;
  const { cursor, sort } = listing.criteria;
  const toward = cursor?.toward ?? 'older';
  const { entries, searchedTo } = page;
  const lines: string[] = [];
  if (entries.length > 0) {
    lines.push(`${resultsFound(entries.length)}${totalText(listing)}`);
    const { tokens, columns, fields } = listing;
    lines.push(
      ...(fields
        ? fieldTable(
            entries.map((entry) => entryJson(entry, tokens)),
            fields,
            terminal,
          )
        : entryTable(entries, { tokens, zone, columns, terminal })),
    );
  } else {
    lines.push(`${resultsFound(0)}${searchedTo === null ? '' : ' yet'}`);
  }
  const next = page[toward];
  if (page.looked) lines.push(`${lookedText(page.looked, cursor === null)}.`);
  if (sort !== undefined) {
    lines.push(
      `The slowest first, on one page.${searchedTo === null ? '' : ` ${comparedText(searchedTo, zone)}`}`,
    );
  } else if (searchedTo !== null) {
    const direction = toward === 'older' ? 'back' : 'up';
    const continuation = next ? `; continue with --cursor ${formatCursor(next)}` : '';
    lines.push(`Searched ${direction} to ${formatTime(searchedTo, zone)}${continuation}`);
  }
  const printed = searchedTo !== null && toward === 'older';
  if (page.older && !printed) lines.push(`Older results: --cursor ${formatCursor(page.older)}`);
  if (suggestions.length > 0) {
    const queries = suggestions.map(visibleText).join(' or ');
    lines.push(`Words without a field are searched for in the URL. Did you mean ${queries}?`);
  }
  return lines;
}

function totalText({ page: { entries }, count, criteria }: Listing): string {
  if (!count) return '';
  const stagesCounted = asksForStages(criteria.terms);
  const counted = entries.filter(({ kind }) => stagesCounted || kind !== 'error').length;
  // The count has its own deadline and may stop before the rows do.
  const matches = Math.max(count.matches, counted);
  const total = countOf(matches, 'match', count.capped ? '+' : '');
  return ` (${total} in total${counted < entries.length ? ', error stages not counted' : ''})`;
}

function comparedText(time: Micros, zone: string): string {
  return `Only requests since ${formatTime(time, zone)} were compared: the search reached its time limit. Search a shorter time range.`;
}
