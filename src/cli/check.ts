import { resolve } from 'node:path';
import { Command } from 'commander';
import { visibleText } from '../format/visible-text.ts';
import { sqlitePath } from '../store/open-store.ts';
import { sqliteOption } from './shared-options.ts';

export function checkCommand(): Command {
  return new Command('check')
    .summary('verify the integrity of a SQLite book')
    .description(
      'Verify the integrity of a SQLite book. Safe while the app is writing. Exits with 1 if the book is damaged.',
    )
    .addOption(sqliteOption())
    .option('--repair <file>', 'copy every readable profile to a new book, tokens unchanged')
    .action(check);
}

async function check({ storage, repair }: { storage: string; repair?: string }): Promise<void> {
  const { checkBook } = await import('../store/sqlite/maintenance.ts');
  const path = sqlitePath(storage);
  const problems = checkBook(path);
  if (problems.length === 0) process.stdout.write(`${path}: no problems found\n`);
  for (const problem of problems) process.stderr.write(`gatebook: ${path}: ${visibleText(problem)}\n`);
  if (repair !== undefined) {
    const { repairBook } = await import('../store/sqlite/repair.ts');
    const { copied, lost } = repairBook(path, resolve(repair));
    process.stdout.write(
      `Copied ${copied.toLocaleString('en')} profiles to ${repair}; ${lost.toLocaleString('en')} were unreadable\n`,
    );
  } else if (problems.length > 0) {
    process.stderr.write(
      `gatebook: To copy every readable profile to a new book, run: gatebook check --repair NEW.db --storage ${storage}\n`,
    );
    process.exitCode = 1;
  }
}
