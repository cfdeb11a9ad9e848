import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { type Slowest, slowestOf } from '../slowest.ts';
import { parseTerms } from './parse-terms.ts';
import type { BookReader } from './reader.ts';
import { EVERYTHING } from './search.ts';
import { completeFrom, walkSegments } from './walk.ts';

/** The slowest matches of a part, and the times that it covers. */
interface Compared {
  readonly entries: readonly Entry[];
  readonly from: number;
  readonly to: number;
}

/** Compares the matches part by part, newest first, until the deadline. */
export function* slowestBook(reader: BookReader, terms: readonly Term[], limit: number): Sliced<Slowest> {
  const walk = walkSegments(reader.segments(), parseTerms(terms, reader.seqOf), EVERYTHING);
  let found: readonly Entry[] = [];
  let compared: Compared[] = [];
  const add = (parts: readonly Compared[]) => {
    const added = parts.flatMap(({ entries }) => entries);
    if (added.length > 0) found = slowestOf([...found, ...added], limit);
  };
  for (let next = walk.next(); next; next = walk.next()) {
    const shortest = found[limit - 1]?.duration ?? 0;
    compared.push({ entries: next.part.slowest(limit, shortest), from: next.from, to: next.to });
    const frontier = walk.frontier();
    if (frontier === null) break;
    const from = completeFrom(compared, frontier);
    add(compared.filter((part) => part.from >= from));
    compared = compared.filter((part) => part.from < from);
    const hasTime = yield;
    if (!hasTime) return { entries: found, searchedTo: from as Micros };
  }
  add(compared);
  return { entries: found, searchedTo: null };
}
