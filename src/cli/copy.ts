import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { isClickHouse, sqlitePath, storageKind } from '../store/open-store.ts';

export function copyCommand(): Command {
  return new Command('copy')
    .summary('copy a SQLite book to ClickHouse')
    .description(
      'Copy a SQLite book to ClickHouse. Tokens do not change. Run the command again to resume an interrupted copy, or to copy ' +
        'what was written since. Stop the app before the last run.',
    )
    .argument('<from>', 'the book to copy: sqlite:FOLDER')
    .argument('<to>', 'the destination: clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER')
    .action(copy);
}

async function copy(from: string, to: string): Promise<void> {
  if (storageKind(from) !== 'sqlite' || !isClickHouse(to)) {
    throw new GatebookError(
      'bad-option',
      'Can only copy from sqlite:FOLDER to clickhouse://HOST/DATABASE or chdb:FOLDER.',
    );
  }
  const [{ openForExport }, { openEngine }, { copyBook }] = await Promise.all([
    import('../store/sqlite/export-book.ts'),
    import('../store/clickhouse/open-clickhouse.ts'),
    import('../store/clickhouse/copy-book.ts'),
  ]);
  const source = openForExport(sqlitePath(from));
  const { engine } = await openEngine(to, true);
  const bar = new SingleBar({
    format: '{bar} {percentage}%  {value} of {total} profiles, {eta_formatted} left',
    stream: process.stderr,
    etaBuffer: 20,
  });
  try {
    const copied = await copyBook(source, engine, ({ copied, total }) =>
      copied === 0 ? bar.start(total, 0) : bar.update(copied),
    );
    bar.stop();
    process.stdout.write(`Copied ${copied.toLocaleString('en')} profiles to ${engine.name}\n`);
  } finally {
    bar.stop();
    source.close();
    await engine.close();
  }
}
