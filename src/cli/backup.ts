import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { formatBytes } from '../format/units.ts';
import { sqlitePath } from '../store/open-store.ts';
import { storageOption } from './storage-option.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('make a whole copy of a book while it is in use')
    .argument('<file>', 'where the copy goes; it must not be there yet')
    .addOption(storageOption())
    .action(async (file: string, { storage }: { storage: string }) => {
      const { backupBook } = await import('../store/sqlite/maintenance.ts');
      backupBook(sqlitePath(storage), resolve(file));
      process.stdout.write(`${formatBytes(statSync(file).size)} copied to ${file}\n`);
    });
}
