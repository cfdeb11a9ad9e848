import { resolve } from 'node:path';
import { Command } from 'commander';
import { sqlitePath } from '../store/open-store.ts';
import { storageOption } from './storage-option.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description('whether a book is sound; with --repair, copy what can be read of it')
    .addOption(storageOption())
    .option('--repair <file>', 'write all that can be read into this new book')
    .action(check);
}

async function check({ storage, repair }: { storage: string; repair?: string }): Promise<void> {
  const { checkBook } = await import('../store/sqlite/maintenance.ts');
  const path = sqlitePath(storage);
  const problems = checkBook(path);
  if (problems.length === 0) process.stdout.write(`${path} is sound\n`);
  for (const problem of problems) process.stderr.write(`gatebook: ${path}: ${problem}\n`);
  if (repair !== undefined) {
    const { repairBook } = await import('../store/sqlite/repair.ts');
    const { copied, lost } = repairBook(path, resolve(repair));
    process.stdout.write(
      `${copied.toLocaleString('en')} profiles copied to ${repair}, ${lost.toLocaleString('en')} could not be read\n`,
    );
  } else if (problems.length > 0) {
    process.stderr.write(
      `gatebook: Copy what can be read with: gatebook check --repair NEW.db --storage ${storage}\n`,
    );
    process.exitCode = 1;
  }
}
