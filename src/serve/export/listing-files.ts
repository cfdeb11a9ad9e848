import { visibleJson } from '../../format/visible-text.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { formatIsoTime } from '../../profile/time.ts';
import { formatCursor } from '../../search/cursor.ts';
import type { Store } from '../../store/store.ts';
import type { Ending, Pages } from './all-matches.ts';
import { CSV_HEADINGS, csvEntry } from './csv.ts';
import { HAR_CREATOR, HAR_VERSION, harEntry } from './har.ts';
import { profileOf, requestHeadersOf } from './related.ts';

type Chunks = AsyncGenerator<string, void>;

/** Profiles read at once, when a file tells more than the entries do. */
const TOGETHER = 25;

/**
 * CSV has no place to say that rows are missing. Whoever was not told before it began is told by a download
 * that fails.
 */
export async function* csvFile(book: Store, pages: Pages, saidMore: boolean): Chunks {
  yield CSV_HEADINGS;
  for (;;) {
    const step = await pages.next();
    if (!step.done) yield step.value.map((entry) => csvEntry(entry, book.tokens)).join('');
    else if (step.value.more && !saidMore) throw new Error('The time for one file ran out.');
    else return;
  }
}

export async function* jsonFile(book: Store, pages: Pages): Chunks {
  yield '{"entries":[';
  let between = '\n';
  for (;;) {
    const step = await pages.next();
    if (step.done) {
      yield `\n],${fieldsOf(step.value)}}\n`;
      return;
    }
    let text = '';
    for (const entry of step.value) {
      text += between + oneLine(entryJson(entry, book.tokens));
      between = ',\n';
    }
    yield text;
  }
}

/** With the details of those that have one. */
export async function* harFile(book: Store, pages: Pages, signal: AbortSignal): Chunks {
  yield `{"log":{"version":${JSON.stringify(HAR_VERSION)},"creator":${oneLine(HAR_CREATOR)},"entries":[`;
  let between = '\n';
  for (;;) {
    const step = await pages.next();
    if (step.done) {
      const { more, next, searchedTo } = endingJson(step.value);
      const comment = more ? 'There are more matches than these, or there may be.' : 'These are all matches.';
      yield `\n],"comment":${JSON.stringify(comment)},"_more":${more},`;
      yield `"_next":${JSON.stringify(next)},"_searchedTo":${JSON.stringify(searchedTo)}}}\n`;
      return;
    }
    for (let at = 0; at < step.value.length && !signal.aborted; at += TOGETHER) {
      const entries = await Promise.all(
        step.value.slice(at, at + TOGETHER).map(async (entry) => {
          const profile = await profileOf(book, entry);
          return oneLine(harEntry(profile, await requestHeadersOf(book, profile), book.tokens));
        }),
      );
      yield between + entries.join(',\n');
      between = ',\n';
    }
  }
}

function fieldsOf(ending: Ending): string {
  return oneLine(endingJson(ending)).slice(1, -1).trim();
}

function endingJson({ more, next, searchedTo }: Ending) {
  return {
    more,
    next: next && formatCursor(next),
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
  };
}

/** JSON writes the newlines of its strings as `\n`: those that are left are between its parts. */
function oneLine(value: unknown): string {
  return visibleJson(value).replace(/\n */g, '');
}
