import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { isClickHouse, sqlitePath, storageKind } from '../store/open-store.ts';

export function copyCommand(): Command {
  return new Command('copy')
    .description('copy a book into ClickHouse, tokens unchanged; interrupted, it goes on where it was')
    .argument('<from>', 'the book: sqlite:PATH. Nobody writes into it meanwhile')
    .argument('<to>', 'where it goes: clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER')
    .action(copy);
}

async function copy(from: string, to: string): Promise<void> {
  if (storageKind(from) !== 'sqlite' || !isClickHouse(to)) {
    throw new GatebookError(
      'bad-option',
      'A book is copied from sqlite:PATH to clickhouse://… or chdb:FOLDER.',
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
    format: '{bar} {percentage} %  {value} of {total} profiles, {eta_formatted} to go',
    stream: process.stderr,
    etaBuffer: 20,
  });
  try {
    const copied = await copyBook(source, engine, ({ copied, total }) =>
      copied === 0 ? bar.start(total, 0) : bar.update(copied),
    );
    bar.stop();
    process.stdout.write(`${copied.toLocaleString('en')} profiles copied to ${engine.name}\n`);
  } finally {
    bar.stop();
    source.close();
    await engine.close();
  }
}
