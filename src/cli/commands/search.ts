import { type Command, Option } from 'commander';
import { ENTRY_FIELDS } from '../../profile/entry-json.ts';
import { COLUMNS, type Column } from '../../search/columns.ts';
import { COUNT_CAP, countedTerms, SORT_BY } from '../../search/criteria.ts';
import { suggestQueries } from '../../search/suggestions.ts';
import { findPage } from '../../store/find-page.ts';
import { EXIT_FAILURE } from '../command-error.ts';
import { queryCommand } from '../help.ts';
import { printRows } from '../output/json.ts';
import { type Listing, listingJson, listingLines } from '../output/listing.ts';
import { printAnswer } from '../output/print-answer.ts';
import { readQuery } from '../query-argument.ts';
import {
  fieldsOption,
  jsonOption,
  ndjsonOption,
  type ReadOptions,
  readColumns,
  storageOption,
  zoneOption,
} from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface SearchOptions extends ReadOptions {
  readonly limit: string;
  readonly cursor?: string;
  readonly columns: readonly Column[];
  readonly ndjson?: true;
  readonly fields?: readonly string[];
}

/** How long a table waits for the count, in milliseconds. After that, the count ends in a plus. */
const COUNT_MS = 100;

export function searchCommand(): Command {
  return queryCommand(
    'search',
    '[query...]',
    'status:4xx since:1h .env',
    'gatebook search status:5xx since:1h',
    'gatebook search ip:203.0.113.0/24 -url:/health --limit 50',
    'gatebook search \'at:"14-Nov-2026 09:05"\' --tz Europe/Zagreb --json',
    'gatebook search client:scanner --ndjson --fields token,ip,url | head -3',
  )
    .summary('find requests')
    .description('Find requests, newest first.')
    .addOption(storageOption())
    .option('--limit <number>', 'number of results, at most 1000', '10')
    .option('--cursor <cursor>', 'continue from the cursor printed by the previous search')
    .addOption(zoneOption())
    .addOption(
      new Option('--columns <names>', `further columns: ${COLUMNS.join(', ')}`)
        .argParser(readColumns)
        .default([], 'none'),
    )
    .addOption(jsonOption())
    .addOption(ndjsonOption())
    .addOption(fieldsOption(ENTRY_FIELDS))
    .action(search);
}

async function search(words: string[], options: SearchOptions, command: Command): Promise<void> {
  const { limit, tz, cursor } = options;
  const parsed = readQuery(words, command, { params: { limit, tz, ...(cursor && { cursor }) } });
  if (!parsed) return;
  const { criteria, zone, text } = parsed;
  await withBook(options.storage, async (store) => {
    const [page, count] = await Promise.all([
      findPage(store, criteria),
      // --ndjson prints no count.
      criteria.details || options.ndjson
        ? null
        : store.count(countedTerms(criteria.terms), COUNT_CAP, options.json ? {} : { deadline: COUNT_MS }),
    ]);
    const { tokens } = store;
    const isShown = (name: Column) =>
      options.columns.includes(name) || (name === SORT_BY && criteria.sort === SORT_BY);
    const listing: Listing = {
      page,
      count,
      criteria,
      tokens,
      zone,
      suggestions: suggestQueries(text, page.entries.length > 0),
      columns: COLUMNS.filter(isShown),
      fields: options.fields,
    };
    if (page.entries.length === 0) process.exitCode = EXIT_FAILURE;
    if (options.ndjson) printRows(page.entries, tokens, options.fields);
    else
      printAnswer('search', options.json, {
        json: () => listingJson(listing),
        lines: (terminal) => listingLines(listing, terminal),
      });
  });
}
