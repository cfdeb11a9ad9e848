import { Command } from 'commander';
import { countText } from '../../format/count-text.ts';
import { formatBytes } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { formatIsoTime, formatTime, type Micros } from '../../profile/time.ts';
import type { ClickHouseStats } from '../../store/clickhouse/stats.ts';
import { isClickHouse, sqlitePath } from '../../store/open-store.ts';
import type { SqliteStats } from '../../store/sqlite/maintain/stats.ts';
import { examples } from '../help.ts';
import { printAnswer } from '../output/print-answer.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';

export function statsCommand(): Command {
  return new Command('stats')
    .summary('print the size and contents of a book')
    .description('Print how many profiles a book has, their time range, and what uses its disk space.')
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('gatebook stats', 'gatebook stats --json --storage sqlite:/var/lib/shop'))
    .action(stats);
}

async function stats({ storage, tz, json }: ReadOptions): Promise<void> {
  const found = await read(storage);
  printAnswer('stats', json, { json: () => withIsoTimes(found), lines: () => describe(found, tz) });
}

async function read(storage: string): Promise<SqliteStats | ClickHouseStats> {
  if (isClickHouse(storage)) {
    const { openStats } = await import('../../store/clickhouse/stats.ts');
    return openStats(storage);
  }
  const { statsOf } = await import('../../store/sqlite/maintain/stats.ts');
  return statsOf(sqlitePath(storage));
}

function withIsoTimes(found: SqliteStats | ClickHouseStats): object {
  const iso = (time: Micros | null) => (time === null ? null : formatIsoTime(time));
  const segments =
    'segments' in found &&
    found.segments.map((segment) => ({
      ...segment,
      earliest: iso(segment.earliest),
      latest: iso(segment.latest),
    }));
  return { ...found, oldest: iso(found.oldest), newest: iso(found.newest), ...(segments && { segments }) };
}

function describe(found: SqliteStats | ClickHouseStats, zone: string): string[] {
  const { entries, details, oldest, newest, nextSeq, bytes, parts } = found;
  const time = (micros: typeof oldest) => (micros === null ? 'none' : `${formatTime(micros, zone)} ${zone}`);
  const perEntry = (size: number) => (entries > 0 ? `${(size / entries).toFixed(1)} B per entry` : '');
  const rows = [
    ['Profiles', `${countText(entries)}, ${countText(details)} with detail`],
    ['Oldest', time(oldest)],
    ['Newest', time(newest)],
    ['Leased seqs', countText(nextSeq)],
    ['Size', `${formatBytes(bytes)}${entries > 0 ? `, ${perEntry(bytes)}` : ''}`],
    ...('keep' in found && found.keep ? [['Kept', keepText(found.keep)]] : []),
    ...('segments' in found ? segmentRows(found.segments, zone) : []),
    [],
    ['Tables and indexes'],
    ...parts.map((part) => [
      `  ${visibleText(part.name)}`,
      `${formatBytes(part.bytes).padEnd(9)} ${perEntry(part.bytes)}`,
    ]),
  ];
  return rows.map(([name = '', value = '']) => `${name.padEnd(34)} ${value}`.trimEnd());
}

/** The newest segments are listed, the rest share one line. */
const LISTED_SEGMENTS = 8;

function segmentRows(segments: SqliteStats['segments'], zone: string): string[][] {
  const unreadable = segments.filter(({ state }) => state === 'unreadable');
  const isListed = (_: unknown, i: number) => i >= segments.length - LISTED_SEGMENTS;
  const rest = segments.filter((segment, i) => !isListed(segment, i));
  return [
    [],
    ['Segments', countText(segments.length)],
    ...segments
      .filter(isListed)
      .toReversed()
      .map((segment) => [
        `  ${String(segment.id).padStart(6, '0')} ${segment.state}`,
        segmentText(segment, zone),
      ]),
    ...(rest.length > 0 ? [[`  ${countText(rest.length)} older`, segmentText(sum(rest), zone)]] : []),
    ...(unreadable.length > 0
      ? [[`  ${countText(unreadable.length)} unreadable`, 'to set them aside, run: npx gatebook check']]
      : []),
  ];
}

type Size = Pick<SqliteStats['segments'][number], 'entries' | 'bytes' | 'earliest' | 'latest'>;

function segmentText({ entries, bytes, earliest, latest }: Size, zone: string): string {
  const range =
    earliest === null || latest === null
      ? ''
      : `${formatTime(earliest, zone)} to ${formatTime(latest, zone)}`;
  return `${countText(entries).padStart(11)} ${formatBytes(bytes).padEnd(9)} ${range}`;
}

function sum(segments: readonly Size[]): Size {
  const times = segments
    .flatMap(({ earliest, latest }) => [earliest, latest])
    .filter((time) => time !== null);
  times.sort((a, b) => a - b);
  return {
    entries: segments.reduce((total, { entries }) => total + entries, 0),
    bytes: segments.reduce((total, { bytes }) => total + bytes, 0),
    earliest: times[0] ?? null,
    latest: times.at(-1) ?? null,
  };
}

function keepText({ entries, details, hosts }: NonNullable<ClickHouseStats['keep']>): string {
  const days = (seconds: number) => `${countText(seconds / 86_400)} days`;
  const perHost = Object.entries(hosts).map(([host, seconds]) => `, ${visibleText(host)} ${days(seconds)}`);
  return `${days(entries)}, details ${days(details)}${perHost.join('')}`;
}
