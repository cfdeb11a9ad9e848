import { visibleText } from '../../format/visible-text.ts';
import { DAY, type Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { pathOf } from '../../search/pattern.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import { type Finding, note } from './finding.ts';

/** The part of all requests from which on health checks are named, and how many requests there must be. */
const LARGE_PART = 1 / 4;
const ENOUGH = 100;

const OF_MONITORS: Term = { field: 'client', not: false, any: ['monitor'] };

/** Whether health checks are a large part of the requests of the last day. */
export async function checkHealthChecks(
  book: Store,
  now: Micros,
  options: QueryOptions,
): Promise<readonly Finding[]> {
  const requests: readonly Term[] = [
    { field: 'kind', not: false, any: ['main'] },
    { field: 'time', not: false, any: [{ from: now - DAY, to: now }] },
  ];
  const count = (terms: readonly Term[]) => book.count(terms, Number.MAX_SAFE_INTEGER, options);
  const [all, checks] = [await count(requests), await count([...requests, OF_MONITORS])];
  const isKnown = !all.capped && !checks.capped && all.matches >= ENOUGH;
  if (!isKnown || checks.matches <= all.matches * LARGE_PART) return [];
  const { entries } = await book.search(
    { terms: [...requests, OF_MONITORS], limit: 1, cursor: null },
    options,
  );
  const path = pathOf(entries[0]?.url ?? '') || '/';
  const percent = Math.round((100 * checks.matches) / all.matches);
  return [
    note(
      'health-checks',
      `Health checks are ${percent} % of the requests of the last day, such as ${visibleText(path)}.`,
      `They keep no detail. Search for -client:monitor to hide them, or record none: ignore: { paths: ['${visibleText(path)}'] }`,
    ),
  ];
}
