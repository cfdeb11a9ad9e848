import type { Entry } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Seq } from '../../../profile/token.ts';
import type { Criteria, NumberRange, Term } from '../../../search/criteria.ts';
import { toPage, toPartialPage } from '../../page.ts';
import type { Count, Page, QueryOptions } from '../../store.ts';
import type { ReadOptions } from '../engine/engine.ts';
import { READ_ENTRY, toEntry } from '../rows.ts';
import { type Binder, bindTime } from './binder.ts';
import { readExtent } from './extent.ts';
import { parseTerms } from './parse-terms.ts';
import { type Reader, scan } from './reader.ts';
import type { SampleSource } from './sample.ts';

export async function searchBook(reader: Reader, criteria: Criteria, options?: QueryOptions): Promise<Page> {
  const { terms, cursor, limit } = criteria;
  const found: Entry[] = [];
  const searchedTo = await scan(
    reader,
    {
      terms,
      cursor,
      needed: limit + 1,
      async readWindow(window, readOptions) {
        found.push(...(await readEntries(reader, criteria, window, limit + 1 - found.length, readOptions)));
        return found.length > limit;
      },
    },
    options,
  );
  return searchedTo === null ? toPage(found, criteria) : toPartialPage(found, criteria, searchedTo as Micros);
}

const NEWEST_SAMPLE_SIZE = 500;
const SPREAD_POINTS = 8;
const ENTRIES_PER_POINT = 64;

export function sampleSource(reader: Reader): SampleSource {
  const read = async (limit: number, cursor: Criteria['cursor']) =>
    (await searchBook(reader, { terms: [], limit, cursor })).entries;
  return {
    newest: () => read(NEWEST_SAMPLE_SIZE, null),
    async spread() {
      const { entries, oldest, newest } = await reader.extent();
      if (entries <= NEWEST_SAMPLE_SIZE) return [];
      const found: Entry[] = [];
      for (let n = 1; n <= SPREAD_POINTS; n++) {
        const time = Math.floor(oldest + ((newest - oldest) * n) / (SPREAD_POINTS + 1)) as Micros;
        found.push(...(await read(ENTRIES_PER_POINT, { toward: 'older', time, seq: 0 as Seq })));
      }
      return found;
    },
  };
}

export async function countBook(
  reader: Reader,
  terms: readonly Term[],
  cap: number,
  options?: QueryOptions,
): Promise<Count> {
  if (terms.length === 0) {
    const { entries } = await readExtent(reader.engine);
    return { matches: Math.min(entries, cap), capped: entries > cap };
  }
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

async function readEntries(
  { engine, seqOf }: Reader,
  { terms, cursor }: Criteria,
  window: NumberRange,
  limit: number,
  options: ReadOptions,
): Promise<Entry[]> {
  const { conditions, binder } = parseTerms(terms, seqOf);
  const where = [...timeConditions(window, binder), ...conditions];
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

async function countEntries(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  window: NumberRange,
  limit: number,
  options: ReadOptions,
): Promise<number> {
  const { conditions, binder } = parseTerms(terms, seqOf);
  const where = [...timeConditions(window, binder), ...conditions];
  const [[found] = []] = await engine.read(
    `SELECT count() FROM (
  SELECT 1 FROM entries
  ${where.length > 0 ? `WHERE ${where.join('\n    AND ')}` : ''}
  LIMIT ${binder.bind('UInt32', limit)}
)`,
    binder.params,
    options,
  );
  return Number(found);
}

export function timeConditions({ from, to }: NumberRange, binder: Binder): string[] {
  return [
    ...(from > Number.MIN_SAFE_INTEGER ? [`time >= ${bindTime(binder, from)}`] : []),
    ...(to < Number.MAX_SAFE_INTEGER ? [`time <= ${bindTime(binder, to)}`] : []),
  ];
}
