import { resolve } from 'node:path';
import { Command } from 'commander';
import { countOf, countText } from '../../format/count-text.ts';
import { formatBytes } from '../../format/units.ts';
import { sqlitePath } from '../../store/open-store.ts';
import { examples } from '../help.ts';
import { startProgress } from '../output/progress.ts';
import { sqliteOption } from '../shared-options.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy a SQLite book to a folder')
    .description(
      'Copy a SQLite book to a folder, or bring an earlier copy in that folder up to date. Safe while the app is writing. On the ' +
        'same file system, finished segments are hard links and take no space: for a copy that survives the disk, use another one. ' +
        'To copy a backup back, stop the app first.',
    )
    .argument('<folder>', 'a new folder, or one with an earlier backup of the same book')
    .addOption(sqliteOption())
    .addHelpText(
      'after',
      examples('gatebook backup /backup/shop', 'gatebook backup /backup/shop --storage sqlite:/var/lib/shop'),
    )
    .action(async (folder: string, { storage }: { storage: string }) => {
      const { backupBook } = await import('../../store/sqlite/maintain/backup.ts');
      const progress = startProgress('segments');
      const { entries, segments, unchanged, linked, copiedBytes } = backupBook(
        sqlitePath(storage),
        resolve(folder),
        progress.update,
      );
      progress.stop();
      process.stdout.write(
        `${folder} has ${countOf(entries, 'profile')} in ${countOf(segments, 'segment')}: ` +
          `${formatBytes(copiedBytes)} copied, ${countText(linked)} linked, ${countText(unchanged)} unchanged\n`,
      );
    });
}
