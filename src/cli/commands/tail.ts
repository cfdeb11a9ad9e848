import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { ENTRY_FIELDS } from '../../profile/entry-json.ts';
import { createNewEntries } from '../../store/new-entries.ts';
import { openStore } from '../../store/open-store.ts';
import { usageError } from '../command-error.ts';
import { queryCommand } from '../help.ts';
import { createEntryPrinter } from '../output/entry-table.ts';
import { printRows } from '../output/json.ts';
import { terminalOf } from '../output/terminal.ts';
import { readQuery } from '../query-argument.ts';
import { fieldsOption, ndjsonOption, storageOption, zoneOption } from '../shared-options.ts';

interface TailOptions {
  readonly storage: string;
  readonly tz: string;
  readonly ndjson?: true;
  readonly fields?: readonly string[];
}

/** A book is written to several times a second. */
const POLL_MS = 250;

export function tailCommand(): Command {
  return queryCommand(
    'tail',
    '[query...]',
    'status:5xx -client:scanner',
    'gatebook tail status:5xx',
    'gatebook tail -client:scanner --ndjson --fields token,status,url',
  )
    .summary('print new requests as they are recorded')
    .description('Print new requests as they are written to the book, until Ctrl-C.')
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(ndjsonOption())
    .addOption(fieldsOption(ENTRY_FIELDS))
    .action(tail);
}

async function tail(words: string[], options: TailOptions, command: Command): Promise<void> {
  const parsed = readQuery(words, command, { params: { tz: options.tz } });
  if (!parsed) return;
  const { terms, details, sort } = parsed.criteria;
  if (details !== undefined || sort !== undefined)
    throw usageError(
      'New requests are not searched inside their details, and not sorted. Use gatebook search.',
    );
  const store = await openStore(options.storage, { create: false });
  const found = createNewEntries(terms);
  const { tokens } = store;
  const print = createEntryPrinter({
    tokens,
    zone: parsed.zone,
    terminal: terminalOf(process.stdout),
    fields: options.fields,
  });
  // The first poll learns which requests exist.
  await found.poll(store);
  if (process.stderr.isTTY) process.stderr.write('Waiting for new requests. Press Ctrl-C to end.\n');
  while (true) {
    await wait(POLL_MS);
    const entries = await found.poll(store);
    if (entries === null) process.stderr.write('gatebook: too many requests at once; some are left out\n');
    else if (entries.length === 0) continue;
    else if (options.ndjson) printRows(entries, tokens, options.fields);
    else print(entries);
  }
}
