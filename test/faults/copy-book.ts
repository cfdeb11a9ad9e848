// Runs in its own process and is killed at any moment: copies a SQLite book and prints its progress.
import { writeSync } from 'node:fs';
import { copyBook } from '../../src/store/clickhouse/copy-book.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import { sqlitePath } from '../../src/store/open-store.ts';
import { openForExport } from '../../src/store/sqlite/maintain/export-book.ts';

const [from = '', to = '', batchSize = '0'] = process.argv.slice(2);
const source = openForExport(sqlitePath(from));
const { engine } = await openEngine(to, true);
const printProgress = ({ copied }: { readonly copied: number }) => writeSync(1, `${copied}\n`);
await copyBook(source, engine, printProgress, Number(batchSize));
source.close();
await engine.close();
writeSync(1, 'done\n');
