import type { Micros } from '../profile/time.ts';
import { MAX_LIMIT } from '../search/criteria.ts';
import type { Dropping } from './finding.ts';
import type { Asked } from './period.ts';

/** What a process has recorded. */
export interface Recorded {
  readonly recorded: number;
  /** What is missing from the book. */
  readonly missing: number;
  readonly started: Micros | null;
}

/** What a process reports. */
interface Reported {
  readonly stats: { readonly recorded: number; readonly dropped: number; readonly faults: number };
  readonly started: Micros | null;
}

export function recordedBy({ stats: { recorded, dropped, faults }, started }: Reported): Recorded {
  return { recorded, missing: dropped + faults, started };
}

const SEARCH_MS = 300;

/** Recording that lacks something: profiles that a process dropped, or details that were too much for the budget. */
export async function droppedRecordings(
  { book, terms, deadline }: Asked,
  processes: readonly Recorded[],
): Promise<readonly Dropping[]> {
  const dropping = processes.filter(({ missing }) => missing > 0);
  if (dropping.length > 0) {
    const starts = dropping.map(({ started }) => started).filter((started) => started !== null);
    const sum = (figure: (each: Recorded) => number) =>
      dropping.reduce((total, each) => total + figure(each), 0);
    const since = starts.length < dropping.length ? null : (Math.min(...starts) as Micros);
    return [
      found(
        'profiles',
        sum(({ missing }) => missing),
        sum(({ recorded }) => recorded),
        since,
      ),
    ];
  }
  const { entries } = await book.search(
    { terms, limit: MAX_LIMIT, cursor: null },
    deadline.options(SEARCH_MS),
  );
  const without = entries.filter(({ detail }) => detail === 'budget');
  const first = without.at(-1);
  return first ? [found('details', without.length, entries.length, first.time)] : [];
}

function found(subject: 'profiles' | 'details', count: number, of: number, since: Micros | null): Dropping {
  return { kind: 'dropping', subject, count, query: null, evidence: { of, since } };
}
