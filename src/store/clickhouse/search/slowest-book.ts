import type { Entry } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Term } from '../../../search/criteria.ts';
import { type Slowest, slowestOf } from '../../slowest.ts';
import type { QueryOptions } from '../../store.ts';
import { READ_ENTRY, toEntry } from '../rows.ts';
import { parseTerms } from './parse-terms.ts';
import { type Reader, scan } from './reader.ts';
import { timeConditions } from './search.ts';

/** Compares the matches in time windows, newest first, until the deadline. */
export async function slowestBook(
  reader: Reader,
  terms: readonly Term[],
  limit: number,
  options?: QueryOptions,
): Promise<Slowest> {
  let found: readonly Entry[] = [];
  const searchedTo = await scan(
    reader,
    {
      terms,
      cursor: null,
      needed: null,
      async readWindow(window, readOptions) {
        const { conditions, binder } = parseTerms(terms, reader.seqOf);
        const where = [...timeConditions(window, binder), ...conditions];
        const rows = await reader.engine.read(
          `SELECT ${READ_ENTRY}
FROM entries
${where.length > 0 ? `WHERE ${where.join('\n  AND ')}` : ''}
ORDER BY duration DESC, time DESC, seq ASC
LIMIT ${binder.bind('UInt32', limit)}`,
          binder.params,
          readOptions,
        );
        found = slowestOf([...found, ...rows.map(toEntry)], limit);
        return false;
      },
    },
    options,
  );
  return { entries: found, searchedTo: searchedTo as Micros | null };
}
