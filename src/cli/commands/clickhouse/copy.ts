import { Command } from 'commander';
import { countOf } from '../../../format/count-text.ts';
import { isClickHouse, sqlitePath, storageKind } from '../../../store/open-store.ts';
import { usageError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { startProgress } from '../../output/progress.ts';

export function copyCommand(): Command {
  return new Command('copy')
    .summary('copy a SQLite book to ClickHouse')
    .description(
      'Copy a SQLite book to ClickHouse. Tokens do not change. Run the command again to resume an interrupted copy, or to copy ' +
        'what was written since. Stop the app before the last run.',
    )
    .argument('<from>', 'the book to copy: sqlite:FOLDER')
    .argument('<to>', 'the destination: clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER')
    .addHelpText(
      'after',
      examples('gatebook copy sqlite:.gatebook clickhouse://user:password@db.example/gatebook'),
    )
    .action(copy);
}

async function copy(from: string, to: string): Promise<void> {
  if (storageKind(from) !== 'sqlite' || !isClickHouse(to)) {
    throw usageError('Can only copy from sqlite:FOLDER to clickhouse://HOST/DATABASE or chdb:FOLDER.');
  }
  const [{ openForExport }, { openEngine }, { copyBook }] = await Promise.all([
    import('../../../store/sqlite/maintain/export-book.ts'),
    import('../../../store/clickhouse/open-clickhouse.ts'),
    import('../../../store/clickhouse/copy-book.ts'),
  ]);
  const source = openForExport(sqlitePath(from));
  const { engine } = await openEngine(to, true);
  const progress = startProgress('profiles');
  try {
    const copied = await copyBook(source, engine, ({ copied, total }) => progress.update(copied, total));
    progress.stop();
    process.stdout.write(`Copied ${countOf(copied, 'profile')} to ${engine.name}\n`);
  } finally {
    progress.stop();
    source.close();
    await engine.close();
  }
}
