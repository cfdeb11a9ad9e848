import { Command } from 'commander';
import { countOf } from '../../format/count-text.ts';
import type { Retention } from '../../store/store.ts';
import { usageError } from '../command-error.ts';
import { examples } from '../help.ts';
import { readCount, readDuration, readSize, storageOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface PruneOptions {
  readonly storage: string;
  readonly keep?: string;
  readonly entries?: string;
  readonly bytes?: string;
}

export function pruneCommand(): Command {
  return new Command('prune')
    .summary('delete the oldest profiles')
    .description(
      'Delete the oldest profiles until the book is within every limit given. Safe while the app is writing.',
    )
    .addOption(storageOption())
    .option('--keep <time>', 'delete profiles older than this, such as 30d, 12h or 4w')
    .option('--entries <number>', 'keep at most this many profiles')
    .option('--bytes <size>', 'keep the book within this size, such as 500MB or 2GB')
    .addHelpText(
      'after',
      examples('gatebook prune --keep 30d', 'gatebook prune --entries 1000000 --bytes 2GB'),
    )
    .action(prune);
}

async function prune({ storage, keep, entries, bytes }: PruneOptions): Promise<void> {
  const retention: Retention = {
    ...(keep && { age: readDuration('--keep', keep) }),
    ...(entries && { entries: readCount('--entries', entries) }),
    ...(bytes && { bytes: readSize('--bytes', bytes) }),
  };
  if (Object.keys(retention).length === 0) {
    throw usageError('Set at least one limit, such as --keep 30d, --entries 1000000 or --bytes 2GB.');
  }
  await withBook(storage, async (store) => {
    const pruned = await store.retain(retention);
    process.stdout.write(`Deleted ${countOf(pruned, 'profile')}\n`);
  });
}
