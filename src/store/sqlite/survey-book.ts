import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../survey.ts';
import { parseTerms } from './parse-terms.ts';
import { plan } from './plan.ts';
import type { Reader } from './reader.ts';
import { tallyEntries, type Window } from './row-query.ts';
import { MINUTE } from './segments.ts';

/** Counts all matches: from the book's own counts where they tell, otherwise lot by lot while there is time. */
export function* surveyBook(reader: Reader, terms: readonly Term[]): Sliced<Survey> {
  reader.spans();
  const question = parseTerms(terms, reader.shapes, reader.seqOf);
  const ends = reader.prepare('SELECT min(time) AS earliest, max(time) AS latest FROM entries').get();
  const earliest = Math.max(question.from, Number(ends?.earliest ?? 0));
  const latest = Math.min(question.to, Number(ends?.latest ?? 0));
  if (ends?.earliest === null || earliest > latest) return createTally(0, 0).survey(null);
  const tally = createTally(earliest, latest);
  if (terms.length === 0 && tally.step % MINUTE === 0) return yield* tallyCounts(reader, tally, latest);

  const everything: Window = {
    toward: 'older',
    from: Number.MIN_SAFE_INTEGER,
    to: Number.MAX_SAFE_INTEGER,
    after: null,
  };
  const lots = plan(reader, question, everything);
  for (let next = lots.next(); !next.done; ) {
    const lot = next.value;
    for (const { bin, shape, entries } of tallyEntries(reader, lot, tally)) {
      const known = reader.shapes.get(shape);
      tally.add(known, entries);
      tally.addToBin(bin, Math.floor(known.status / 100), entries);
    }
    const goOn = yield;
    next = lots.next();
    if (!goOn && !next.done) return tally.survey(lot.window.from as Micros);
  }
  return tally.survey(null);
}

/**
 * The whole book, from what was counted while it was written. It pauses for others but goes on to the end: half of
 * it would be figures that don't agree, and all of it is bounded by the minutes there are.
 */
function* tallyCounts(reader: Reader, tally: Tally, latest: number): Sliced<Survey> {
  for (const span of reader.spans()) {
    reader.shapes.eachIn(span, (shape, entries) => tally.add(shape, entries));
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
