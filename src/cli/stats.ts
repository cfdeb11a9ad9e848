import { Command } from 'commander';
import { formatBytes } from '../format/units.ts';
import { visibleJson, visibleText } from '../format/visible-text.ts';
import { formatTime } from '../profile/time.ts';
import type { ClickHouseStats } from '../store/clickhouse/stats.ts';
import { isClickHouse, sqlitePath } from '../store/open-store.ts';
import type { SqliteStats } from '../store/sqlite/maintenance.ts';
import { jsonOption, storageOption, zoneOption } from './shared-options.ts';

interface StatsOptions {
  readonly storage: string;
  readonly tz: string;
  readonly json?: true;
}

export function statsCommand(): Command {
  return new Command('stats')
    .summary('print the size and contents of a book')
    .description('Print how many profiles a book has, their time range, and what uses its disk space.')
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .action(stats);
}

async function stats({ storage, tz, json }: StatsOptions): Promise<void> {
  const found = await read(storage);
  process.stdout.write(`${json ? visibleJson(found) : describe(found, tz)}\n`);
}

async function read(storage: string): Promise<SqliteStats | ClickHouseStats> {
  if (isClickHouse(storage)) {
    const { openStats } = await import('../store/clickhouse/stats.ts');
    return openStats(storage);
  }
  const { statsOf } = await import('../store/sqlite/maintenance.ts');
  return statsOf(sqlitePath(storage));
}

function describe(found: SqliteStats | ClickHouseStats, zone: string): string {
  const { entries, details, oldest, newest, nextSeq, bytes, parts } = found;
  const time = (micros: typeof oldest) => (micros === null ? 'none' : `${formatTime(micros, zone)} ${zone}`);
  const perEntry = (size: number) => (entries > 0 ? `${(size / entries).toFixed(1)} B per entry` : '');
  const rows = [
    ['Profiles', `${entries.toLocaleString('en')}, ${details.toLocaleString('en')} with detail`],
    ['Oldest', time(oldest)],
    ['Newest', time(newest)],
    ['Leased seqs', nextSeq.toLocaleString('en')],
    ['Size', `${formatBytes(bytes)}${'freeBytes' in found ? fileText(found) : ''}`],
    ...('keep' in found && found.keep ? [['Kept', keepText(found.keep)]] : []),
    [],
    ['Tables and indexes'],
    ...parts.map((part) => [
      `  ${visibleText(part.name)}`,
      `${formatBytes(part.bytes).padEnd(9)} ${perEntry(part.bytes)}`,
    ]),
  ];
  return rows.map(([name = '', value = '']) => `${name.padEnd(34)} ${value}`.trimEnd()).join('\n');
}

function fileText({ freeBytes, logBytes }: SqliteStats): string {
  return ` (${formatBytes(freeBytes)} free), write-ahead log ${formatBytes(logBytes)}`;
}

function keepText({ entries, details, hosts }: NonNullable<ClickHouseStats['keep']>): string {
  const days = (seconds: number) => `${(seconds / 86_400).toLocaleString('en')} days`;
  const perHost = Object.entries(hosts).map(([host, seconds]) => `, ${visibleText(host)} ${days(seconds)}`);
  return `${days(entries)}, details ${days(details)}${perHost.join('')}`;
}
