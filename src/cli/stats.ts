import { Command } from 'commander';
import { formatBytes } from '../format/units.ts';
import { formatTime } from '../profile/time.ts';
import type { ClickHouseStats } from '../store/clickhouse/stats.ts';
import { isClickHouse, sqlitePath } from '../store/open-store.ts';
import type { SqliteStats } from '../store/sqlite/maintenance.ts';
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
  const found = await read(storage);
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
    ['Book', `${formatBytes(found.bytes)}${'freeBytes' in found ? ofFile(found) : ''}`],
    ...('keep' in found && found.keep ? [['Kept', keptText(found.keep)]] : []),
    ...found.parts.map(({ name, bytes }) => [
      `  ${name}`,
      `${formatBytes(bytes).padEnd(9)} ${perEntry(bytes)}`,
    ]),
  ];
  process.stdout.write(
    `${lines.map(([name = '', value = '']) => `${name.padEnd(34)} ${value}`.trimEnd()).join('\n')}\n`,
  );
}

async function read(storage: string): Promise<SqliteStats | ClickHouseStats> {
  if (isClickHouse(storage)) {
    const { openStats } = await import('../store/clickhouse/stats.ts');
    return openStats(storage);
  }
  const { statsOf } = await import('../store/sqlite/maintenance.ts');
  return statsOf(sqlitePath(storage));
}

function ofFile({ freeBytes, logBytes }: SqliteStats): string {
  return `, ${formatBytes(freeBytes)} of it free, and a log of ${formatBytes(logBytes)}`;
}

function keptText({ entries, details, hosts }: NonNullable<ClickHouseStats['keep']>): string {
  const days = (seconds: number) => `${(seconds / 86_400).toLocaleString('en')} days`;
  const own = Object.entries(hosts).map(([host, seconds]) => `, ${host} ${days(seconds)}`);
  return `${days(entries)}, details ${days(details)}${own.join('')}`;
}
