// Runs in its own process and is killed at any moment: makes backups, or repairs a book.
import { writeSync } from 'node:fs';
import { backupBook } from '../../src/store/sqlite/maintain/backup.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { setAside } from '../../src/store/sqlite/maintain/repair.ts';

const [mode = '', path = '', to = ''] = process.argv.slice(2);
writeSync(1, 'started\n');
while (mode === 'backup') writeSync(1, `${backupBook(path, to).entries}\n`);
for (const { segment } of checkBook(path)) if (segment) setAside(path, segment);
