import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { messageOf } from '../../errors.ts';
import { countOf } from '../../format/count-text.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { allMatches, type MatchesEnd, type MatchPages } from '../../report/export/all-matches.ts';
import { csvFile, harFile, jsonFile } from '../../report/export/export-files.ts';
import { parseExport } from '../../report/parse-search.ts';
import { MAX_LIMIT } from '../../search/criteria.ts';
import { formatCursor } from '../../search/cursor.ts';
import type { Store } from '../../store/store.ts';
import { CommandError, EXIT_FAILURE, isForUsers, usageError } from '../command-error.ts';
import { queryCommand } from '../help.ts';
import { jsonLine } from '../output/json.ts';
import { startProgress } from '../output/progress.ts';
import { readQuery } from '../query-argument.ts';
import { storageOption, zoneOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

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
/** The progress line counts no further. */
const MAX_COUNTED = 1e9;
/** Only the owner may read recorded requests. */
const NEW_FILE = { mode: 0o600, flags: 'wx' };

export function exportCommand(): Command {
  return queryCommand(
    'export',
    '[query...]',
    'status:5xx since:1d',
    'gatebook export status:5xx --format har --output errors.har',
    'gatebook export since:1h | jq .url',
    'gatebook export since:7d --format sqlite --output week.db',
  )
    .summary('write requests to a file')
    .description(
      'Write all requests that match a query, newest first. HAR has headers and bodies; the other formats have what a search lists. ' +
        'A file of any size is written in little memory.',
    )
    .addOption(storageOption())
    .addOption(new Option('--format <format>', 'the format of the file').choices(FORMATS).default('ndjson'))
    .option('--output <file>', 'the file to write (default: stdout); for sqlite, a new one')
    .option('--limit <number>', 'at most this many requests')
    .option('--cursor <cursor>', 'continue from the cursor printed by the previous export')
    .addOption(zoneOption())
    .action(exportRequests);
}

async function exportRequests(words: string[], options: ExportOptions, command: Command): Promise<void> {
  const { limit, cursor, tz, output } = options;
  const search = readQuery(words, command, {
    params: { tz, ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
    parse: (params, now) => parseExport(params, now, Number.POSITIVE_INFINITY),
  });
  if (search === null) return;
  const write = writerOf(options);
  const progress = startProgress('requests');
  const ended = new AbortController();
  await withBook(options.storage, async (store) => {
    const { terms, limit: most } = search.criteria;
    const counted = output === undefined ? null : await store.count(terms, Math.min(most, MAX_COUNTED));
    let written = 0;
    const pages = watched(allMatches(store, search.criteria, ended.signal, PAGES), (count) => {
      written += count;
      if (counted) progress.update(written, Math.max(counted.matches, written));
    });
    await write(store, pages.entries, ended.signal);
    progress.stop();
    report(written, pages.end(), output);
  }).finally(() => {
    ended.abort();
    progress.stop();
  });
}

/** Pages that say how many entries were written, and how they ended. */
function watched(pages: MatchPages, onWritten: (count: number) => void) {
  let end: MatchesEnd | null = null;
  return { entries: watch(), end: () => end };

  async function* watch(): MatchPages {
    for (;;) {
      const step = await pages.next();
      if (step.done) {
        end = step.value;
        return end;
      }
      yield step.value;
      onWritten(step.value.length);
    }
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

/** A file gets its name when it is complete. A leftover of an interrupted export is deleted first: it may be a link, or have another mode. */
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
  if (written === 0) {
    process.stderr.write('gatebook: No matching requests\n');
    process.exitCode = EXIT_FAILURE;
  } else if (output !== undefined)
    process.stderr.write(`${countOf(written, 'profile')} written to ${output}\n`);
  if (end?.next) process.stderr.write(`There are more: continue with --cursor ${formatCursor(end.next)}\n`);
}
