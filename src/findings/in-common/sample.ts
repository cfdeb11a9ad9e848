import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Deadline } from '../../report/deadline.ts';
import { MAX_LIMIT, type NumberRange, type Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import { timeTerm } from '../../search/time-bounds.ts';
import { withHashedUsers } from '../../store/hashed-users.ts';
import type { Store } from '../../store/store.ts';
import type { Survey } from '../../store/survey.ts';

/** Requests of both sides that are looked at in detail. */
export interface Samples {
  readonly selected: readonly Profile[];
  readonly rest: readonly Profile[];
}

/** Details of each side. */
const SAMPLED = 200;
/** Stretches of time that both sides are read from. */
const STRETCHES = 8;
/** Entries that are read of a stretch: most of them may have kept no detail. */
const READ = 250;
const TENTHS = 10;
/** Taken of each tenth, even if most tenths kept fewer details: one of each would be too small a sample. */
const FEWEST = 5;

/** Reads details of the selection, and of other requests from the same times, so that what changes with the time is equal. */
export async function readSamples(
  book: Store,
  selection: readonly Term[],
  base: readonly Term[],
  survey: Survey,
  deadline: Deadline,
): Promise<Samples> {
  const own = withHashedUsers(selection, book.tokens.key);
  const isOther = (entry: Entry) => !matches(entry, own, book.tokens.seqOf);
  const stretches = stretchesOf(survey);
  const selected = await readStretches(book, selection, stretches, deadline);
  const rest = (await readStretches(book, base, stretches, deadline)).filter(isOther);
  if (rest.length < SAMPLED) {
    // For a while, everything failed.
    const known = new Set(rest.map(({ seq }) => seq));
    const more = await book.search({ terms: base, limit: MAX_LIMIT, cursor: null }, deadline.options());
    rest.push(...more.entries.filter((entry) => !known.has(entry.seq) && isOther(entry)));
  }
  return { selected: await withDetails(book, evenly(selected)), rest: await withDetails(book, evenly(rest)) };
}

/** Reads details of the matches from all over a time, among this many entries of each of its stretches. */
export async function readSample(
  book: Store,
  terms: readonly Term[],
  { from, to }: NumberRange,
  deadline: Deadline,
  read = READ,
): Promise<readonly Profile[]> {
  const width = Math.ceil((to - from + 1) / STRETCHES);
  const stretches = Array.from({ length: STRETCHES }, (_, n) => ({
    from: from + n * width,
    to: Math.min(to, from + (n + 1) * width - 1),
  }));
  return withDetails(book, evenly(await readStretches(book, terms, stretches, deadline, read)));
}

async function readStretches(
  book: Store,
  terms: readonly Term[],
  stretches: readonly NumberRange[],
  deadline: Deadline,
  limit = READ,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const range of stretches) {
    if (deadline.isOver) break;
    entries.push(
      ...(await book.search({ terms: [...terms, timeTerm(range)], limit, cursor: null }, deadline.options()))
        .entries,
    );
  }
  return entries;
}

/** The bins of the selection, joined to a few stretches with about as many requests each. */
function stretchesOf({ from, step, bins, matches: all }: Survey): readonly NumberRange[] {
  const stretches: NumberRange[] = [];
  let count = 0;
  let start: number | null = null;
  for (const [at, classes] of bins.entries()) {
    const inBin = classes.reduce((sum, number) => sum + number, 0);
    if (inBin === 0) continue;
    start ??= from + at * step;
    count += inBin;
    if (count < (all / STRETCHES) * (stretches.length + 1) && count < all) continue;
    stretches.push({ from: start, to: from + (at + 1) * step - 1 });
    start = null;
  }
  return stretches;
}

/**
 * Requests whose details were kept, with durations like those of all. Details of slow requests are kept more often: without this, all
 * that slow requests do would seem frequent.
 */
function evenly(entries: readonly Entry[]): readonly Entry[] {
  const sorted = entries.toSorted((a, b) => a.duration - b.duration || a.seq - b.seq);
  const size = Math.max(1, Math.ceil(sorted.length / TENTHS));
  const tenths = Array.from({ length: TENTHS }, (_, n) =>
    sorted.slice(n * size, (n + 1) * size).filter(({ detail }) => detail === 'kept'),
  ).filter(({ length }) => length > 0);
  const sizes = tenths.map(({ length }) => length).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const most = Math.min(SAMPLED / TENTHS, Math.max(FEWEST, usual));
  return tenths.flatMap((tenth) => spread(tenth, most));
}

/** At most this many of a list, from all over it. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}

async function withDetails(book: Store, entries: readonly Entry[]): Promise<readonly Profile[]> {
  const details = entries.length === 0 ? [] : await book.details(entries);
  return entries.flatMap((entry, at) => {
    const detail = details[at];
    return detail ? [{ entry, detail }] : [];
  });
}
