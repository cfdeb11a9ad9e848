import * as z from 'zod';
import { countText } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatTime, type Micros } from '../../profile/time.ts';
import { COUNT_CAP, type Criteria, countedTerms } from '../../search/criteria.ts';
import { cursorAt, formatCursor } from '../../search/cursor.ts';
import { parseForm } from '../../search/form.ts';
import { suggestQueries } from '../../search/suggestions.ts';
import { findPage } from '../../store/find-page.ts';
import { type Answer, MARGIN, maxBytes } from './answer.ts';
import { entryLine } from './entry-line.ts';
import type { SharedBook } from './shared-book.ts';
import { defineTool } from './tool.ts';

export const QUERY_HELP =
  'Terms separated by spaces, all must match; "-" before a term excludes, commas mean "or", bare words match the URL. ' +
  'Terms: status:5xx method:POST url:/api path:/users/* route:/users/:id ip:203.0.113.0/24 user:42 tag:beta error:TypeError ' +
  'duration:>500ms queries:>20 since:15m until:1h client:scanner kind:error trace:ID log:TEXT query:TEXT note:TEXT sort:duration';

export const searchRequests = (shared: SharedBook) =>
  defineTool({
    name: 'search_requests',
    title: 'Search requests',
    description:
      'Find recorded HTTP requests, newest first: one line each, with the token that get_request needs. Start here, then narrow the query.',
    arguments: {
      query: z.string().max(4000).default('').describe(QUERY_HELP),
      limit: z.number().int().min(1).max(100).default(20).describe('The most requests.'),
      cursor: z.string().max(200).optional().describe('Continue where the previous answer ended.'),
      max_bytes: maxBytes,
    },
    run: ({ query, limit, cursor, max_bytes: bytes }) => {
      const parsed = parseSearch(query, { limit: String(limit), ...(cursor !== undefined && { cursor }) });
      if ('recorded' in parsed) return Promise.resolve(parsed);
      return shared.use(async (book) => {
        const [page, count] = await Promise.all([
          findPage(book, parsed),
          parsed.details ? null : book.count(countedTerms(parsed.terms), COUNT_CAP),
        ]);
        const { lines, last } = fitting(page.entries, (entry) => entryLine(entry, book.tokens), bytes);
        const older = last ? cursorAt(last, 'older') : page.older;
        const searched =
          page.searchedTo === null ? '' : ` Searched back to ${formatTime(page.searchedTo)} UTC.`;
        const total = count ? ` of ${countText(count.matches)}${count.capped ? '+' : ''}` : '';
        const notes = [
          lines.length === 0
            ? `No requests found.${searched}`
            : `${lines.length}${total} requests.${searched}`,
          last ? `${page.entries.length - lines.length} more did not fit into ${bytes} bytes.` : '',
          older && parsed.sort === undefined ? `For older ones, pass cursor: ${formatCursor(older)}` : '',
          ...suggestQueries(query, lines.length > 0).map((text) => `Did you mean ${visibleText(text)}?`),
        ];
        return { recorded: lines.join('\n'), notes: notes.filter((note) => note !== '') };
      });
    },
  });

/** The criteria, or what is wrong with the query and how to write it. */
export function parseSearch(query: string, params: Readonly<Record<string, string>>): Criteria | Answer {
  const parsed = parseForm(new URLSearchParams({ q: query, ...params }), (Date.now() * 1000) as Micros);
  if (parsed.ok) return parsed.criteria;
  const notes = parsed.mistakes.map(({ param, text, from, to, message, fix }) => {
    const place = `${param === 'q' ? 'query' : param}, "${text.slice(from, to)}"`;
    return visibleText(`${place}: ${message}. ${fix}`);
  });
  return { recorded: '', notes, failed: true };
}

/** The lines that fit, and the last entry that did if others did not. */
function fitting(entries: readonly Entry[], line: (entry: Entry) => string, bytes: number) {
  const lines: string[] = [];
  let used = MARGIN;
  for (const entry of entries) {
    const text = line(entry);
    used += Buffer.byteLength(text) + 1;
    if (used > bytes && lines.length > 0) return { lines, last: entries[lines.length - 1] ?? null };
    lines.push(text);
  }
  return { lines, last: null };
}
