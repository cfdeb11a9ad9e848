import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { DEFAULT_DEADLINE_MS } from '../../worker/time-slice.ts';
import type { QueryOptions } from '../store.ts';
import { createTally, type Facet, type Survey, type Tally } from '../survey.ts';
import { bindTime } from './binder.ts';
import { isTimeout, type Row } from './engine.ts';
import { readExtent } from './extent.ts';
import { parseTerms } from './parse-terms.ts';
import type { Reader } from './reader.ts';

/** So many of the newest entries are counted first, to see how fast that goes. */
const FIRST_PART = 4_000_000;
/** So much of the time that is left a part may take; one that took longer is tried again so much shorter. */
const SHARE = 0.7;
const SHORTER = 16;
/** In less time nothing is worth trying. */
const SHORTEST_MS = 5;
/** Far more than are shown, and more than there are statuses in all bins. */
const MOST_VALUES = 100_000;

/** Counts all matches, newest first, in parts that fit into the time there is. */
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

  const tally = createTally(earliest, latest);
  let span = Math.ceil(((newest - oldest) / entries) * FIRST_PART);
  for (let end = latest; ; ) {
    const begin = Math.max(earliest, end - span);
    const left = deadline - (performance.now() - start);
    const partStart = performance.now();
    try {
      const options = { within: left * SHARE, ...(signal && { signal }) };
      await tallyPart({ engine, seqOf }, terms, tally, { from: begin, to: end }, options);
    } catch (error) {
      if (!isTimeout(error) && !signal?.aborted) throw error;
      if (signal?.aborted || left * (1 - SHARE) < SHORTEST_MS) return tally.survey((end + 1) as Micros);
      span = Math.ceil((end - begin) / SHORTER);
      continue;
    }
    if (begin === earliest) return tally.survey(null);
    if (signal?.aborted) return tally.survey(begin as Micros);
    const took = performance.now() - partStart;
    // As much as fits into half of the time that is left.
    span = Math.max(1, Math.floor((span * (left - took)) / (2 * took)));
    end = begin - 1;
  }
}

async function tallyPart(
  { engine, seqOf }: Pick<Reader, 'engine' | 'seqOf'>,
  terms: readonly Term[],
  tally: Tally,
  part: { readonly from: number; readonly to: number },
  options: { readonly within: number; readonly signal?: AbortSignal },
): Promise<void> {
  const { conditions, binder } = parseTerms(terms, seqOf);
  const where = [
    `time BETWEEN ${bindTime(binder, part.from)} AND ${bindTime(binder, part.to)}`,
    ...conditions,
  ].join('\n  AND ');
  const bin = `intDiv(toUnixTimestamp64Micro(time) - ${binder.bind('Int64', tally.from)}, ${binder.bind('Int64', tally.step)})`;
  const rows = await engine.read(
    `SELECT multiIf(grouping(status) = 0, 'status', grouping(method) = 0, 'method', grouping(host) = 0, 'host',
    grouping(route) = 0, 'route', 'client') AS facet,
  multiIf(facet = 'status', toString(status), facet = 'method', method, facet = 'host', host,
    facet = 'route', route, client) AS value,
  ${bin} AS bin, count() AS n
FROM entries
WHERE ${where}
GROUP BY GROUPING SETS ((bin, status), (method), (host), (route), (client))
ORDER BY n DESC
LIMIT ${MOST_VALUES} BY facet`,
    binder.params,
    options,
  );
  for (const row of rows) addRow(tally, row);
}

function addRow(tally: Tally, [facet, value, bin, n]: Row): void {
  const count = Number(n);
  tally.addToFacet(facet as Facet, String(value), count);
  if (facet !== 'status') return;
  tally.addMatches(count);
  tally.addToBin(Number(bin), Math.floor(Number(value) / 100), count);
}
