import { visibleJson } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { formatIsoTime } from '../../profile/time.ts';
import { formatCursor } from '../../search/cursor.ts';
import { profileOf } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';
import type { MatchesEnd, MatchPages } from './all-matches.ts';
import { CSV_HEADINGS, csvEntry } from './csv.ts';
import { HAR_CREATOR, HAR_VERSION, harEntry } from './har.ts';
import { requestOf } from './replayable-request.ts';

type TextChunks = AsyncGenerator<string, void>;

const DETAILS_AT_ONCE = 25;

/**
 * A CSV file cannot say that rows are missing. If the response headers did not announce it either, the download fails
 * rather than looking complete.
 */
export async function* csvFile(book: Store, pages: MatchPages, isMoreAnnounced: boolean): TextChunks {
  yield CSV_HEADINGS;
  const { more } = yield* textOfPages(pages, (entries) =>
    entries.map((entry) => csvEntry(entry, book.tokens)).join(''),
  );
  if (more && !isMoreAnnounced) throw new Error('The export took too long and is incomplete.');
}

/** @param head further fields of the object, as JSON with a comma at its end */
export async function* jsonFile(book: Store, pages: MatchPages, head = ''): TextChunks {
  yield `{${head}"entries":[`;
  let separator = '\n';
  const end = yield* textOfPages(pages, (entries) => {
    const text = separator + entries.map((entry) => oneLine(entryJson(entry, book.tokens))).join(',\n');
    separator = ',\n';
    return text;
  });
  yield `\n],${oneLine(endJson(end)).slice(1, -1).trim()}}\n`;
}

async function* textOfPages(
  pages: MatchPages,
  textOf: (entries: readonly Entry[]) => string,
): AsyncGenerator<string, MatchesEnd> {
  for (;;) {
    const step = await pages.next();
    if (step.done) return step.value;
    yield textOf(step.value);
  }
}

export async function* harFile(book: Store, pages: MatchPages, signal: AbortSignal): TextChunks {
  yield `{"log":{"version":${JSON.stringify(HAR_VERSION)},"creator":${oneLine(HAR_CREATOR)},"entries":[`;
  let separator = '\n';
  for (;;) {
    const step = await pages.next();
    if (step.done) {
      const { more, next, searchedTo } = endJson(step.value);
      const comment = more ? 'There may be more matches.' : 'All matches are included.';
      yield `\n],"comment":${JSON.stringify(comment)},"_more":${more},`;
      yield `"_next":${JSON.stringify(next)},"_searchedTo":${JSON.stringify(searchedTo)}}}\n`;
      return;
    }
    for (let at = 0; at < step.value.length && !signal.aborted; at += DETAILS_AT_ONCE) {
      const entries = await Promise.all(
        step.value.slice(at, at + DETAILS_AT_ONCE).map(async (entry) => {
          const profile = await profileOf(book, entry);
          return oneLine(harEntry(profile, await requestOf(book, profile), book.tokens));
        }),
      );
      yield separator + entries.join(',\n');
      separator = ',\n';
    }
  }
}

function endJson({ more, next, searchedTo }: MatchesEnd) {
  return {
    more,
    next: next && formatCursor(next),
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
  };
}

/** Strings in JSON contain no line breaks, so all of them are formatting. */
function oneLine(value: unknown): string {
  return visibleJson(value).replace(/\n */g, '');
}
