import { Command, Option } from 'commander';
import { closestMatch } from '../format/closest-match.ts';
import { visibleJson, visibleText } from '../format/visible-text.ts';
import type { Micros } from '../profile/time.ts';
import { COLUMNS, type Column } from '../search/columns.ts';
import { asksForStages, COUNT_CAP, countedTerms, SORT_BY } from '../search/criteria.ts';
import { FIELDS } from '../search/fields.ts';
import { parseForm } from '../search/form.ts';
import type { Mistake } from '../search/mistake.ts';
import { SORT_HELP } from '../search/query-text.ts';
import { suggestQueries } from '../search/suggestions.ts';
import { parseTime } from '../search/time-text.ts';
import { findPage } from '../store/find-page.ts';
import { openStore } from '../store/open-store.ts';
import { listingJson, listingText } from './listing.ts';
import { readColumns } from './option-values.ts';
import { jsonOption, storageOption, zoneOption } from './shared-options.ts';

interface SearchOptions {
  readonly storage: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly tz: string;
  readonly columns: readonly Column[];
  readonly json?: true;
}

export function searchCommand(): Command {
  return (
    new Command('search')
      .summary('find requests')
      .description('Find requests, newest first.')
      .argument('[query...]', 'the query, such as: status:4xx since:1h .env')
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
      .addHelpText('after', fieldHelp())
      // `-client:scanner` is part of the query, not an option.
      .allowUnknownOption()
      .action(search)
  );
}

async function search(words: string[], options: SearchOptions, command: Command): Promise<void> {
  refuseUnknownOption(words, command);
  const now = (Date.now() * 1000) as Micros;
  const text = words.map((word) => quoteTime(word, now)).join(' ');
  const params = new URLSearchParams({ q: text, limit: options.limit, tz: options.tz });
  if (options.cursor) params.set('cursor', options.cursor);
  const parsed = parseForm(params, now);
  if (!parsed.ok) {
    process.stderr.write(parsed.mistakes.map(explain).join(''));
    process.exitCode = 2;
    return;
  }
  const { criteria, zone } = parsed;
  const store = await openStore(options.storage, { create: false });
  try {
    const [page, count] = await Promise.all([
      findPage(store, criteria),
      criteria.details ? null : store.count(countedTerms(criteria.terms), COUNT_CAP),
    ]);
    const { tokens } = store;
    const stagesCounted = asksForStages(criteria.terms);
    const toward = criteria.cursor?.toward ?? 'older';
    const suggestions = suggestQueries(text, page.entries.length > 0);
    const isSorted = criteria.sort !== undefined;
    const columns = COLUMNS.filter(
      (name) => options.columns.includes(name) || (isSorted && name === SORT_BY),
    );
    const listing = {
      page,
      count,
      stagesCounted,
      tokens,
      zone,
      toward,
      suggestions,
      columns,
      isSorted,
      isFirstPage: criteria.cursor === null,
    };
    print(options.json ? visibleJson(listingJson(listing)) : listingText(listing));
  } finally {
    await store.close();
  }
}

function refuseUnknownOption(words: readonly string[], command: Command): void {
  const unknown = words.find((word) => word.startsWith('--'));
  if (unknown === undefined) return;
  const near = closestMatch(
    unknown,
    command.options.map(({ long }) => long ?? ''),
  );
  command.error(`error: unknown option '${unknown}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}

/** The shell has removed the quotes of `since:"14-Nov-2026 09:05:07"`; put them back. */
function quoteTime(word: string, now: Micros): string {
  const [, name, value = ''] = /^(-?(?:since|until|at):)([^"]*\s[^"]*)$/i.exec(word) ?? [];
  return name && parseTime(value, { now, zone: 'UTC' }) ? `${name}"${value}"` : word;
}

function explain({ param, text, from, to, message, fix }: Mistake): string {
  const before = `${param === 'q' ? '' : `--${param} `}${visibleText(text.slice(0, from))}`;
  const marked = visibleText(text.slice(from, to));
  return [
    `gatebook: ${visibleText(message)}`,
    `  ${before}${marked}${visibleText(text.slice(to))}`,
    `  ${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`,
    `  ${visibleText(fix)}`,
    '',
  ].join('\n');
}

function fieldHelp(): string {
  const lines = [...FIELDS.values(), SORT_HELP].map(({ example, help }) => `  ${example.padEnd(44)}${help}`);
  return `
Query:
  Terms are separated by spaces, and all must match. A leading - excludes, commas mean "or", and bare words
  match the URL. Quote values that contain spaces.

${lines.join('\n')}

Examples:
  gatebook search status:5xx since:1h
  gatebook search ip:203.0.113.0/24 -url:/health --limit 50
  gatebook search 'at:"14-Nov-2026 09:05"' --tz Europe/Zagreb --json`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
