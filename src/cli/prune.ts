import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { openStore } from '../store/open-store.ts';
import type { Retention } from '../store/store.ts';
import { MS_OF, measure } from './parse-units.ts';
import { storageOption } from './storage-option.ts';

const BYTES_OF: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9 };

export function pruneCommand(): Command {
  return new Command('prune')
    .description('take the oldest profiles away, in small steps beside whoever writes')
    .addOption(storageOption())
    .option('--keep <time>', 'keep what is younger, such as 30d, 12h or 4w')
    .option('--entries <number>', 'keep at most so many profiles')
    .option('--bytes <size>', 'keep the book within this size, such as 500MB or 2GB')
    .action(prune);
}

async function prune(options: {
  storage: string;
  keep?: string;
  entries?: string;
  bytes?: string;
}): Promise<void> {
  const retention: Retention = {
    ...(options.keep && { age: measure('--keep', options.keep, MS_OF, '30d') }),
    ...(options.entries && { entries: measure('--entries', options.entries, { '': 1 }, '1000000') }),
    ...(options.bytes && { bytes: measure('--bytes', options.bytes, BYTES_OF, '2GB') }),
  };
  if (Object.keys(retention).length === 0) {
    throw new GatebookError('bad-option', 'Say what to keep: --keep 30d, --entries 1000000 or --bytes 2GB.');
  }
  const store = await openStore(options.storage, { create: false });
  try {
    const pruned = await store.retain(retention);
    process.stdout.write(`${pruned.toLocaleString('en')} profiles pruned\n`);
  } finally {
    await store.close();
  }
}
