import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { messageOf } from '../../errors.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { allMatches, type MatchesEnd, type MatchPages } from '../../report/export/all-matches.ts';
import { csvFile, harFile, jsonFile } from '../../report/export/export-files.ts';
import { parseExport } from '../../report/export/parse-export.ts';
import { type Criteria, MAX_LIMIT } from '../../search/criteria.ts';
import { formatCursor } from '../../search/cursor.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { CommandError, isForUsers, usageError } from '../command-error.ts';
import { EXIT_FAILURE } from '../exit-codes.ts';
import { jsonLine } from '../output/json.ts';
import { startProgress } from '../output/progress.ts';
import { readQuery } from '../query-argument.ts';
import { QUERY_HELP } from '../query-help.ts';
import { storageOption, zoneOption } from '../shared-options.ts';

const TEXT_FORMATS = ['har', 'json', 'csv', 'ndjson'] as const;
const FORMATS = [...TEXT_FORMATS, 'sqlite'] as const;

interface ExportOptions {
  readonly storage: string;
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly limit?: string;
  readonly cursor?: string;
  readonly tz: string;
}

const PAGES = { pageSize: MAX_LIMIT, deadline: Number.POSITIVE_INFINITY };
/** More matches are not counted for the progress. */
const MAX_COUNTED = 1e9;
/** Recorded requests are for their owner. */
const NEW_FILE = { mode: 0o600, flags: 'wx' };

export function exportCommand(): Command {
  return (
    new Command('export')
      .summary('write requests to a file')
      .description(
        'Write all requests that match a query, newest first. HAR has headers and bodies; the other formats have what a search lists. ' +
          'A file of any size is written in little memory.',
      )
      .argument('[query...]', 'the query, such as: status:5xx since:1d')
      .addOption(storageOption())
      .addOption(new Option('--format <format>', 'the format of the file').choices(FORMATS).default('ndjson'))
      .option('--output <file>', 'the file to write (default: stdout); for sqlite, a new one')
      .option('--limit <number>', 'at most this many requests')
      .option('--cursor <cursor>', 'continue from the cursor printed by the previous export')
      .addOption(zoneOption())
      .addHelpText(
        'after',
        `${QUERY_HELP}

Examples:
  gatebook export status:5xx --format har --output errors.har
  gatebook export since:1h | jq .url
  gatebook export since:7d --format sqlite --output week.db`,
      )
      // `-client:scanner` is part of the query, not an option.
      .allowUnknownOption()
      .action(exportRequests)
  );
}

async function exportRequests(words: string[], options: ExportOptions, command: Command): Promise<void> {
  const { limit, cursor, tz, output } = options;
  const search = readQuery(words, command, {
    params: { tz, ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
    parse: (params, now) => parseExport(params, now, Number.POSITIVE_INFINITY),
  });
  if (search === null) return;
  const write = writerOf(options);
  const store = await openStore(options.storage, { create: false });
  const progress = startProgress('requests');
  const ended = new AbortController();
  try {
    const { criteria } = search;
    const total = output === undefined ? 0 : await totalOf(store, criteria);
    let written = 0;
    let end: MatchesEnd | null = null;
    const pages = watched(allMatches(store, criteria, ended.signal, PAGES), {
      onPage(count) {
        written += count;
        if (output !== undefined) progress.update(written, Math.max(total, written));
      },
      onEnd: (reached) => {
        end = reached;
      },
    });
    await write(store, pages, ended.signal);
    progress.stop();
    report(written, end, output);
  } finally {
    ended.abort();
    progress.stop();
    await store.close();
  }
}

async function totalOf(store: Store, { terms, limit }: Criteria): Promise<number> {
  const { matches } = await store.count(terms, Math.min(limit, MAX_COUNTED));
  return matches;
}

interface Watcher {
  onPage(count: number): void;
  onEnd(end: MatchesEnd): void;
}

async function* watched(pages: MatchPages, { onPage, onEnd }: Watcher): MatchPages {
  for (;;) {
    const step = await pages.next();
    if (step.done) {
      onEnd(step.value);
      return step.value;
    }
    yield step.value;
    onPage(step.value.length);
  }
}

type Writer = (store: Store, pages: MatchPages, signal: AbortSignal) => Promise<void>;

function writerOf({ format, output }: ExportOptions): Writer {
  if (format === 'sqlite') {
    const file = newFile(output);
    return async (store, pages) => {
      const { writeSqliteFile } = await import('../sqlite-file.ts');
      await complete(file, (partial) => writeSqliteFile(partial, pages, store.tokens));
    };
  }
  return async (...source) => {
    const chunks = Readable.from(textOf(format, ...source));
    if (output === undefined) await pipeline(chunks, process.stdout, { end: false });
    else await complete(output, (partial) => pipeline(chunks, createWriteStream(partial, NEW_FILE)));
  };
}

function newFile(output: string | undefined): string {
  if (output === undefined)
    throw usageError('--format sqlite: a database cannot be written to stdout. Add --output FILE.');
  if (existsSync(output))
    throw usageError(`--output: ${output} exists. Choose another file, or delete this one first.`);
  return output;
}

function textOf(
  format: (typeof TEXT_FORMATS)[number],
  store: Store,
  pages: MatchPages,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  switch (format) {
    case 'csv':
      // Standard error says if rows are missing.
      return csvFile(store, pages, true);
    case 'har':
      return harFile(store, pages, signal);
    case 'json':
      return jsonFile(store, pages, '"version":1,"command":"export",');
    case 'ndjson':
      return ndjsonFile(store, pages);
  }
}

async function* ndjsonFile(store: Store, pages: MatchPages): AsyncGenerator<string, void> {
  for await (const entries of pages)
    yield entries.map((entry) => `${jsonLine(entryJson(entry, store.tokens))}\n`).join('');
}

/** A file gets its name when it is complete. What an interrupted export left is replaced: written to, it would keep its mode, and a link its target. */
async function complete(output: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${output}.part`;
  try {
    await rm(partial, { force: true });
    await write(partial);
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    throw isForUsers(error) ? error : new CommandError(`Cannot write ${output}: ${messageOf(error)}`);
  }
}

function report(written: number, end: MatchesEnd | null, output: string | undefined): void {
  const count = `${written.toLocaleString('en')} ${written === 1 ? 'profile' : 'profiles'}`;
  if (written === 0) {
    process.stderr.write('gatebook: No matching requests\n');
    process.exitCode = EXIT_FAILURE;
  } else if (output !== undefined) process.stderr.write(`${count} written to ${output}\n`);
  if (end?.next) process.stderr.write(`There are more: continue with --cursor ${formatCursor(end.next)}\n`);
}
