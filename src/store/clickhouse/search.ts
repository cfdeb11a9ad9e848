import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { type Criteria, EVERYTHING, type NumberRange, type Term } from '../../search/criteria.ts';
import { toPage, toPartialPage } from '../page.ts';
import { type AskOptions, type Count, DEFAULT_DEADLINE, type Page } from '../store.ts';
import { type Binder, bindTime } from './binder.ts';
import { type Engine, isLate } from './engine.ts';
import { createExtentGuess, type Extent, readExtent } from './extent.ts';
import { createLooks, FIRST_LOOK, RARE_LOOK } from './looks.ts';
import { bounded, readQuestion } from './question.ts';
import { READ_ENTRY, toEntry } from './rows.ts';
import { createSample, type Sample } from './sample.ts';

export interface Reader {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  readonly extent: () => Promise<Extent>;
  readonly sample: Sample;
  /** The fewest entries that are worth a look. */
  readonly firstLook: number;
}

export function createReader(engine: Engine, seqOf: Tokens['seqOf'], firstLook: number): Reader {
  const reader: Reader = {
    engine,
    seqOf,
    firstLook,
    extent: createExtentGuess(engine),
    sample: createSample(
      async (limit) => (await searchBook(reader, { ...EVERYTHING, limit })).entries,
      seqOf,
    ),
  };
  return reader;
}

/** So much of the time that is left a look may take: a shorter one must fit in behind it. */
const SHARE = 0.7;

/** Newest first in looks that grow, so that a page costs what it reads; at once where an index leads to a few. */
export async function searchBook(
  reader: Reader,
  criteria: Criteria,
  { deadline = DEFAULT_DEADLINE, signal }: AskOptions = {},
): Promise<Page> {
  const start = performance.now();
  const { limit } = criteria;
  const looks = createLooks({
    whole: bounded(readQuestion(criteria.terms, reader.seqOf), besideCursor(criteria)),
    older: criteria.cursor?.toward !== 'newer',
    extent: await reader.extent(),
    entries: await entriesNeeded(reader, criteria),
    first: reader.firstLook,
  });
  const found: Entry[] = [];
  for (let look = looks.next(); look; look = looks.next()) {
    const left = deadline - (performance.now() - start);
    if (left <= 0 || signal?.aborted) return toPartialPage(found, criteria, looks.searchedTo() as Micros);
    const options = { within: left * SHARE, ...(signal && { signal }) };
    try {
      found.push(...(await readLook(reader, criteria, look, limit + 1 - found.length, options)));
      if (found.length > limit) break;
      looks.done();
    } catch (error) {
      if (!isLate(error)) throw error;
      looks.shorten();
    }
  }
  return toPage(found, criteria);
}

/** How many entries a page takes, twice over; `null` to look at all at once: an index finds what is rare. */
async function entriesNeeded(
  { sample, seqOf, firstLook }: Reader,
  { terms, limit }: Criteria,
): Promise<number | null> {
  const { indexed, named } = readQuestion(terms, seqOf);
  if (named) return null;
  if (terms.length === 0) return 2 * limit;
  const share = await sample.share(terms);
  if (share > 0) return (2 * limit) / share;
  return indexed ? null : RARE_LOOK * (firstLook / FIRST_LOOK);
}

/** The stretch of time that lies behind the place a page goes on from. */
function besideCursor({ cursor }: Criteria): NumberRange {
  const from = Number.MIN_SAFE_INTEGER;
  const to = Number.MAX_SAFE_INTEGER;
  if (!cursor) return { from, to };
  return cursor.toward === 'older' ? { from, to: cursor.time } : { from: cursor.time, to };
}

async function readLook(
  { engine, seqOf }: Reader,
  { terms, cursor }: Criteria,
  look: NumberRange,
  limit: number,
  options: { readonly within: number; readonly signal?: AbortSignal },
): Promise<Entry[]> {
  const { conditions, binder } = readQuestion(terms, seqOf);
  const where = [...duringLook(look, binder), ...conditions];
  if (cursor) {
    const time = bindTime(binder, cursor.time);
    const seq = binder.bind('UInt64', cursor.seq);
    where.push(
      cursor.toward === 'older' ? `(time < ${time} OR seq > ${seq})` : `(time > ${time} OR seq < ${seq})`,
    );
  }
  const order = cursor?.toward === 'newer' ? 'time ASC, seq DESC' : 'time DESC, seq ASC';
  const rows = await engine.read(
    `SELECT ${READ_ENTRY}
FROM entries
${where.length > 0 ? `WHERE ${where.join('\n  AND ')}` : ''}
ORDER BY ${order}
LIMIT ${binder.bind('UInt32', limit)}`,
    binder.params,
    options,
  );
  return rows.map(toEntry);
}

function duringLook({ from, to }: NumberRange, binder: Binder): string[] {
  return [
    ...(from > Number.MIN_SAFE_INTEGER ? [`time >= ${bindTime(binder, from)}`] : []),
    ...(to < Number.MAX_SAFE_INTEGER ? [`time <= ${bindTime(binder, to)}`] : []),
  ];
}

export async function countBook(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  cap: number,
  { deadline = DEFAULT_DEADLINE, signal }: AskOptions = {},
): Promise<Count> {
  if (terms.length === 0) {
    const { entries } = await readExtent(engine);
    return { matches: Math.min(entries, cap), capped: entries > cap };
  }
  const start = performance.now();
  const question = readQuestion(terms, seqOf);
  const { conditions, binder } = question;
  const where = [...duringLook(question, binder), ...conditions];
  const [[found] = []] = await engine.read(
    `SELECT count() FROM (
  SELECT 1 FROM entries
  WHERE ${where.join('\n    AND ')}
  LIMIT ${binder.bind('UInt32', cap + 1)}
)`,
    binder.params,
    { within: deadline, late: 'break', ...(signal && { signal }) },
  );
  const matches = Number(found);
  return { matches: Math.min(matches, cap), capped: matches > cap || performance.now() - start >= deadline };
}
