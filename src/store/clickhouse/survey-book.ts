import type { Micros } from '../../profile/time.ts';
import { asksForStages, type NumberRange, type Term } from '../../search/criteria.ts';
import { DEFAULT_DEADLINE_MS } from '../../worker/time-slice.ts';
import type { QueryOptions } from '../store.ts';
import { createTally, type Facet, type Survey, type Tally } from '../survey.ts';
import { bindTime } from './binder.ts';
import { isTimeout, type ReadOptions, type Row } from './engine.ts';
import { readExtent } from './extent.ts';
import { parseTerms } from './parse-terms.ts';
import type { Reader } from './reader.ts';

/** Entries in the first window, which measures the speed. */
const FIRST_WINDOW = 4_000_000;
/** The share of the remaining time that one window may take. */
const TIME_SHARE = 0.7;
/** A window that timed out is retried this many times shorter. */
const SHRINK = 16;
/** The minimum time left for a retry. */
const MIN_RETRY_MS = 5;
/** Far more values than are shown, and more than all bins have statuses. */
const MAX_VALUES = 100_000;

/** Counts all matches, newest first, in windows that fit into the remaining time. */
export async function surveyBook(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  { deadline = DEFAULT_DEADLINE_MS, signal }: QueryOptions = {},
): Promise<Survey> {
  const start = performance.now();
  const { from, to } = parseTerms(terms, seqOf);
  const { entries, oldest, newest } = await readExtent(engine);
  const earliest = Math.max(from, oldest);
  const latest = Math.min(to, newest);
  if (entries === 0 || earliest > latest) return createTally(0, 0).survey(null);

  const tally = createTally(earliest, latest, terms);
  let length = Math.ceil(((newest - oldest) / entries) * FIRST_WINDOW);
  for (let end = latest; ; ) {
    const begin = Math.max(earliest, end - length);
    const left = deadline - (performance.now() - start);
    const windowStart = performance.now();
    try {
      const options: ReadOptions = { timeout: left * TIME_SHARE, ...(signal && { signal }) };
      await tallyWindow({ engine, seqOf }, terms, tally, { from: begin, to: end }, options);
    } catch (error) {
      if (!isTimeout(error) && !signal?.aborted) throw error;
      if (signal?.aborted || left * (1 - TIME_SHARE) < MIN_RETRY_MS) return tally.survey((end + 1) as Micros);
      length = Math.ceil((end - begin) / SHRINK);
      continue;
    }
    if (begin === earliest) return tally.survey(null);
    if (signal?.aborted) return tally.survey(begin as Micros);
    const took = performance.now() - windowStart;
    // Fit the next window into half of the remaining time.
    length = Math.max(1, Math.floor((length * (left - took)) / (2 * took)));
    end = begin - 1;
  }
}

async function tallyWindow(
  { engine, seqOf }: Pick<Reader, 'engine' | 'seqOf'>,
  terms: readonly Term[],
  tally: Tally,
  window: NumberRange,
  options: ReadOptions,
): Promise<void> {
  const { conditions, binder } = parseTerms(terms, seqOf);
  const where = [
    `time BETWEEN ${bindTime(binder, window.from)} AND ${bindTime(binder, window.to)}`,
    ...conditions,
  ].join('\n  AND ');
  const bin = `intDiv(toUnixTimestamp64Micro(time) - ${binder.bind('Int64', tally.from)}, ${binder.bind('Int64', tally.step)})`;
  const isCounted = asksForStages(terms) ? 'true' : "kind != 'error'";
  const rows = await engine.read(
    `SELECT multiIf(grouping(status) = 0, 'status', grouping(method) = 0, 'method', grouping(host) = 0, 'host',
    grouping(route) = 0, 'route', grouping(operation) = 0, 'operation', grouping(service) = 0, 'service',
    grouping(instance) = 0, 'instance', grouping(release) = 0, 'release', grouping(error_group) = 0, 'error',
    'client') AS facet,
  multiIf(facet = 'status', toString(status), facet = 'method', method, facet = 'host', host,
    facet = 'route', route, facet = 'operation', operation, facet = 'service', service,
    facet = 'instance', instance, facet = 'release', release, facet = 'error', error_group, client) AS value,
  ${bin} AS bin, countIf(${isCounted}) AS n, count() - n AS stages
FROM entries
WHERE ${where}
GROUP BY GROUPING SETS ((bin, status), (method), (host), (route), (operation), (service), (instance), (release),
  (error_group), (client))
HAVING n > 0 OR facet = 'status'
ORDER BY n DESC
LIMIT ${MAX_VALUES} BY facet`,
    binder.params,
    options,
  );
  for (const row of rows) addRow(tally, row);
}

function addRow(tally: Tally, [facet, value, bin, n, stages]: Row): void {
  const count = Number(n);
  if (count > 0) tally.addToFacet(facet as Facet, String(value), count);
  if (facet !== 'status') return;
  tally.addErrorStages(Number(stages));
  tally.addMatches(count);
  tally.addToBin(Number(bin), Math.floor(Number(value) / 100), count);
}
