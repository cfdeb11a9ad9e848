import { asksForStages, type NumberRange, type Term } from '../../../search/criteria.ts';
import type { QueryOptions } from '../../store.ts';
import { createTally, type Facet, type Survey, type Tally } from '../../survey.ts';
import type { ReadOptions, Row } from '../engine/engine.ts';
import { binNumber, countInWindows, coveredRange } from './count-windows.ts';
import { readExtent } from './extent.ts';
import { parseTerms, whereClause } from './parse-terms.ts';
import type { Reader } from './reader.ts';

/** Far more values than are shown, and more than all bins have statuses. */
const MAX_VALUES = 100_000;

/** Counts all matches, newest first, until the deadline. */
export async function surveyBook(
  reader: Reader,
  terms: readonly Term[],
  options: QueryOptions = {},
): Promise<Survey> {
  const start = performance.now();
  const extent = await readExtent(reader.engine);
  const range = coveredRange(extent, parseTerms(terms, reader.seqOf));
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  const searchedTo = await countInWindows(range, extent, start, options, (window, readOptions) =>
    tallyWindow(reader, terms, tally, window, readOptions),
  );
  return tally.survey(searchedTo);
}

async function tallyWindow(
  { engine, seqOf }: Reader,
  terms: readonly Term[],
  tally: Tally,
  window: NumberRange,
  options: ReadOptions,
): Promise<void> {
  const parsed = parseTerms(terms, seqOf);
  const { binder } = parsed;
  const where = whereClause(parsed, window);
  const bin = binNumber(binder, tally);
  const isCounted = asksForStages(terms) ? 'true' : "kind != 'error'";
  const rows = await engine.read(
    `SELECT multiIf(grouping(status) = 0, 'status', grouping(method) = 0, 'method', grouping(host) = 0, 'host',
    grouping(route) = 0, 'route', grouping(operation) = 0, 'operation', grouping(service) = 0, 'service',
    grouping(instance) = 0, 'instance', grouping(release) = 0, 'release',
    grouping(environment) = 0, 'environment', grouping(error_group) = 0, 'error',
    grouping(user) = 0, 'user', 'client') AS facet,
  multiIf(facet = 'status', toString(status), facet = 'method', method, facet = 'host', host,
    facet = 'route', route, facet = 'operation', operation, facet = 'service', service,
    facet = 'instance', instance, facet = 'release', release,
    facet = 'environment', environment, facet = 'error', error_group,
    facet = 'user', user, client) AS value,
  ${bin} AS bin, countIf(${isCounted}) AS n, count() - n AS stages
FROM entries
${where}
GROUP BY GROUPING SETS ((bin, status), (method), (host), (route), (operation), (service), (instance), (release),
  (environment), (error_group), (user), (client))
HAVING n > 0 OR facet = 'status'
ORDER BY n DESC
LIMIT ${MAX_VALUES} BY facet
UNION ALL
SELECT 'tag' AS facet, arrayJoin(tags) AS value, 0 AS bin, countIf(${isCounted}) AS n, 0 AS stages
FROM entries
${where}
GROUP BY value
HAVING n > 0
ORDER BY n DESC
LIMIT ${MAX_VALUES}`,
    binder.params,
    options,
  );
  for (const row of rows) addRow(tally, row);
}

function addRow(tally: Tally, [facet, value, bin, n, stages]: Row): void {
  const count = Number(n);
  if (facet === 'user' || facet === 'tag') tally.addLabel(facet, String(value), count, 0);
  else if (count > 0) tally.addToFacet(facet as Facet, String(value), count);
  if (facet !== 'status') return;
  tally.addErrorStages(Number(stages));
  tally.addMatches(count);
  tally.addToBin(Number(bin), Math.floor(Number(value) / 100), count);
}
