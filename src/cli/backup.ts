import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { formatBytes } from '../format/units.ts';
import { sqlitePath } from '../store/open-store.ts';
import { sqliteOption } from './shared-options.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy a SQLite book to a file')
    .description('Copy a SQLite book to a new file. Safe while the app is writing.')
    .argument('<file>', 'the file to create; must not exist')
    .addOption(sqliteOption())
    .action(async (file: string, { storage }: { storage: string }) => {
      const { backupBook } = await import('../store/sqlite/maintenance.ts');
      backupBook(sqlitePath(storage), resolve(file));
      process.stdout.write(`Copied ${formatBytes(statSync(file).size)} to ${file}\n`);
    });
}
