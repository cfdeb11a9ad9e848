import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../survey.ts';
import { parseTerms } from './parse-terms.ts';
import { plan } from './plan.ts';
import type { Reader } from './reader.ts';
import { tallyEntries, type Window } from './row-query.ts';
import { MINUTE } from './segments.ts';

/** Counts all matches: without terms from the book's counters, otherwise query by query until the deadline. */
export function* surveyBook(reader: Reader, terms: readonly Term[]): Sliced<Survey> {
  reader.segments();
  const parsed = parseTerms(terms, reader.dimensions, reader.seqOf);
  const ends = reader.prepare('SELECT min(time) AS earliest, max(time) AS latest FROM entries').get();
  const earliest = Math.max(parsed.from, Number(ends?.earliest ?? 0));
  const latest = Math.min(parsed.to, Number(ends?.latest ?? 0));
  if (ends?.earliest === null || earliest > latest) return createTally(0, 0).survey(null);
  const tally = createTally(earliest, latest);
  if (terms.length === 0 && tally.step % MINUTE === 0) return yield* tallyCounters(reader, tally, latest);

  const everything: Window = {
    toward: 'older',
    from: Number.MIN_SAFE_INTEGER,
    to: Number.MAX_SAFE_INTEGER,
    after: null,
  };
  const queries = plan(reader, parsed, everything);
  for (let next = queries.next(); !next.done; ) {
    const query = next.value;
    for (const { bin, dimension, entries } of tallyEntries(reader, query, tally)) {
      const dimensions = reader.dimensions.get(dimension);
      if (!dimensions) continue;
      tally.add(dimensions, entries);
      tally.addToBin(bin, Math.floor(dimensions.status / 100), entries);
    }
    const hasTime = yield;
    next = queries.next();
    if (!hasTime && !next.done) return tally.survey(query.window.from as Micros);
  }
  return tally.survey(null);
}

/**
 * Surveys the whole book from the counters kept while writing. It yields to other calls but ignores the deadline:
 * partial figures would not add up, and the number of minutes bounds the work.
 */
function* tallyCounters(reader: Reader, tally: Tally, latest: number): Sliced<Survey> {
  for (const segment of reader.segments()) {
    reader.dimensions.eachIn(segment, (dimensions, entries) => tally.add(dimensions, entries));
    yield;
  }
  const minutes = reader.prepare(
    'SELECT class, sum(entries) AS entries FROM minutes WHERE minute >= ? AND minute < ? GROUP BY class',
  );
  const width = tally.step / MINUTE;
  let minute = tally.from / MINUTE;
  for (let bin = 0; minute * MINUTE <= latest; bin++, minute += width) {
    for (const row of minutes.all(minute, minute + width))
      tally.addToBin(bin, Number(row.class), Number(row.entries));
    yield;
  }
  return tally.survey(null);
}
