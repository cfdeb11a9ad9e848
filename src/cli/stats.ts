import { Command } from 'commander';
import { formatBytes } from '../profile/figures.ts';
import { formatTime } from '../profile/time.ts';
import { sqlitePath } from '../store/open-store.ts';
import { storageOption, zoneOption } from './storage-option.ts';

export function statsCommand(): Command {
  return new Command('stats')
    .description('what a book holds and what it takes up')
    .addOption(storageOption())
    .addOption(zoneOption())
    .option('--json', 'one JSON object instead of text')
    .action(stats);
}

async function stats({ storage, tz, json }: { storage: string; tz: string; json?: true }): Promise<void> {
  const { statsOf } = await import('../store/sqlite/care.ts');
  const found = statsOf(sqlitePath(storage));
  if (json) {
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  const perEntry = (bytes: number) =>
    found.entries > 0 ? `${(bytes / found.entries).toFixed(1)} B an entry` : '';
  const lines = [
    ['Profiles', `${found.entries.toLocaleString('en')}, ${found.details.toLocaleString('en')} with detail`],
    ['Oldest', found.oldest === null ? 'none' : `${formatTime(found.oldest, tz)} ${tz}`],
    ['Newest', found.newest === null ? 'none' : `${formatTime(found.newest, tz)} ${tz}`],
    ['Numbers', `${found.nextSeq.toLocaleString('en')} leased`],
    [
      'Book',
      `${formatBytes(found.bytes)}, ${formatBytes(found.freeBytes)} of it free, and a log of ${formatBytes(found.logBytes)}`,
    ],
    ...found.parts.map(({ name, bytes }) => [
      `  ${name}`,
      `${formatBytes(bytes).padEnd(9)} ${perEntry(bytes)}`,
    ]),
  ];
  process.stdout.write(
    `${lines.map(([name = '', value = '']) => `${name.padEnd(30)} ${value}`.trimEnd()).join('\n')}\n`,
  );
}
