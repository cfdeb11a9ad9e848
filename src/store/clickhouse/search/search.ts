import type { Entry } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Criteria, NumberRange, Term } from '../../../search/criteria.ts';
import { toPage, toPartialPage } from '../../page.ts';
import { type Slowest, slowestOf } from '../../slowest.ts';
import type { Count, Page, QueryOptions } from '../../store.ts';
import type { ReadOptions } from '../engine/engine.ts';
import { READ_ENTRY, toEntry } from '../rows.ts';
import { bindTime } from './binder.ts';
import { parseTerms, whereClause } from './parse-terms.ts';
import { type Reader, scan } from './reader.ts';

export async function searchBook(reader: Reader, criteria: Criteria, options?: QueryOptions): Promise<Page> {
  const { terms, cursor, limit } = criteria;
  const order = cursor?.toward === 'newer' ? 'time ASC, seq DESC' : 'time DESC, seq ASC';
  const found: Entry[] = [];
  const searchedTo = await scan(
    reader,
    {
      terms,
      cursor,
      needed: limit + 1,
      async readWindow(window, readOptions) {
        const left = limit + 1 - found.length;
        found.push(
          ...(await readEntries(reader, { terms, cursor, window, order, limit: left }, readOptions)),
        );
        return found.length > limit;
      },
    },
    options,
  );
  return searchedTo === null ? toPage(found, criteria) : toPartialPage(found, criteria, searchedTo as Micros);
}

/** Compares the matches in time windows, newest first, until the deadline. */
export async function slowestBook(
  reader: Reader,
  terms: readonly Term[],
  limit: number,
  options?: QueryOptions,
): Promise<Slowest> {
  const order = 'duration DESC, time DESC, seq ASC';
  let found: readonly Entry[] = [];
  const searchedTo = await scan(
    reader,
    {
      terms,
      cursor: null,
      needed: null,
      async readWindow(window, readOptions) {
        const slowest = await readEntries(reader, { terms, cursor: null, window, order, limit }, readOptions);
        found = slowestOf([...found, ...slowest], limit);
        return false;
      },
    },
    options,
  );
  return { entries: found, searchedTo: searchedTo as Micros | null };
}

export async function countBook(
  reader: Reader,
  terms: readonly Term[],
  cap: number,
  options?: QueryOptions,
): Promise<Count> {
  let found = 0;
  const searchedTo = await scan(
    reader,
    {
      terms,
      cursor: null,
      needed: null,
      async readWindow(window, readOptions) {
        found += await countEntries(reader, terms, window, cap + 1 - found, readOptions);
        return found > cap;
      },
    },
    options,
  );
  return { matches: Math.min(found, cap), capped: found > cap || searchedTo !== null };
}

interface WindowRead extends Criteria {
  readonly window: NumberRange;
  readonly order: string;
}

async function readEntries(
  { engine, seqOf }: Reader,
  { terms, cursor, window, order, limit }: WindowRead,
  options: ReadOptions,
): Promise<Entry[]> {
  const parsed = parseTerms(terms, seqOf);
  const { binder } = parsed;
  const beyondCursor: string[] = [];
  if (cursor) {
    const time = bindTime(binder, cursor.time);
    const seq = binder.bind('UInt64', cursor.seq);
    beyondCursor.push(
      cursor.toward === 'older' ? `(time < ${time} OR seq > ${seq})` : `(time > ${time} OR seq < ${seq})`,
    );
  }
  const rows = await engine.read(
    `SELECT ${READ_ENTRY}
FROM entries
${whereClause(parsed, window, beyondCursor)}
ORDER BY ${order}
LIMIT ${binder.bind('UInt32', limit)}`,
    binder.params,
    options,
  );
  return rows.map(toEntry);
}

async function countEntries(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  window: NumberRange,
  limit: number,
  options: ReadOptions,
): Promise<number> {
  const parsed = parseTerms(terms, seqOf);
  const { binder } = parsed;
  const [[found] = []] = await engine.read(
    `SELECT count() FROM (
  SELECT 1 FROM entries
  ${whereClause(parsed, window)}
  LIMIT ${binder.bind('UInt32', limit)}
)`,
    binder.params,
    options,
  );
  return Number(found);
}
