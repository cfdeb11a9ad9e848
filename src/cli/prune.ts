import { Command } from 'commander';
import { GatebookError } from '../profile/gatebook-error.ts';
import { openStore } from '../store/open-store.ts';
import type { Retention } from '../store/store.ts';
import { storageOption } from './storage-option.ts';

const MS_OF: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
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

function measure(
  option: string,
  text: string,
  units: Readonly<Record<string, number>>,
  example: string,
): number {
  const [, amount, unit = ''] = /^(\d{1,15})([a-zA-Z]*)$/.exec(text) ?? [];
  const size = units[unit];
  if (amount === undefined || size === undefined) {
    throw new GatebookError('bad-option', `${option} can't be "${text}". Write it as ${example}.`);
  }
  return Number(amount) * size;
}
