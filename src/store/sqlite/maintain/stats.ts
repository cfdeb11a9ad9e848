import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../../errors.ts';
import type { Micros } from '../../../profile/time.ts';
import type { BookStats } from '../../store.ts';
import {
  readNextSeq,
  readSegments,
  type Segment,
  type SegmentSize,
  type SegmentState,
} from '../catalog/catalog.ts';
import { onPresentSegment, openSegment, segmentFile } from '../catalog/present-segment.ts';
import { openCatalogForReading } from '../files/connection.ts';
import { type BookFolder, bookFolder, databaseBytes, folderBytes, sizeOf } from '../files/folder.ts';
import { thenClose } from '../files/transaction.ts';
import { readState } from '../live/live-segment.ts';

interface SegmentStats {
  readonly id: number;
  /** `unreadable` if its file is damaged. */
  readonly state: SegmentState | 'unreadable';
  readonly entries: number;
  readonly details: number;
  /** Its file, and its log if it has one. */
  readonly bytes: number;
  readonly earliest: Micros | null;
  readonly latest: Micros | null;
}

export interface SqliteStats extends BookStats {
  /** Oldest first. */
  readonly segments: readonly SegmentStats[];
}

type Part = BookStats['parts'][number];
type ReadSegment = SegmentStats & { readonly parts: readonly Part[] };

/** What is in a book, and what uses its space. Safe while the book is in use. */
export function statsOf(path: string): SqliteStats {
  const folder = bookFolder(path);
  return thenClose(openCatalogForReading(folder), (catalog) => {
    const read = readSegments(catalog).flatMap((segment) => readSegment(catalog, folder, segment) ?? []);
    const segments = read.map(({ parts: _parts, ...segment }) => segment);
    const filled = segments.filter(({ entries }) => entries > 0);
    const times = filled.flatMap(({ earliest, latest }) => [Number(earliest), Number(latest)]);
    return {
      entries: segments.reduce((sum, { entries }) => sum + entries, 0),
      details: segments.reduce((sum, { details }) => sum + details, 0),
      oldest: filled.length === 0 ? null : (times.reduce((a, b) => Math.min(a, b)) as Micros),
      newest: filled.length === 0 ? null : (times.reduce((a, b) => Math.max(a, b)) as Micros),
      nextSeq: readNextSeq(catalog),
      bytes: folderBytes(path),
      parts: addUp([
        ...read.flatMap(({ parts }) => parts),
        { name: 'catalog', bytes: databaseBytes(folder.catalog) },
        { name: 'reserve', bytes: sizeOf(folder.reserve) },
      ]),
      segments,
    };
  });
}

/** `null` if the segment was deleted in the meantime. */
function readSegment(catalog: DatabaseSync, folder: BookFolder, segment: Segment): ReadSegment | null {
  try {
    return onPresentSegment(catalog, folder, segment, (present) => {
      const bytes = databaseBytes(segmentFile(folder, present));
      return thenClose(openSegment(folder, present), (db) =>
        present.state === 'closed'
          ? { ...toStats(present, present, bytes), parts: tableSizes(db) }
          : { ...toStats(present, readState(db), bytes), parts: [{ name: 'segments not closed', bytes }] },
      );
    });
  } catch (error) {
    // A file of another program or version must not be read. Any other failure is damage, which `check` describes.
    if (error instanceof GatebookError) throw error;
    const bytes = databaseBytes(segmentFile(folder, segment));
    return {
      ...toStats(segment, segment, bytes),
      state: 'unreadable',
      parts: [{ name: 'unreadable segments', bytes }],
    };
  }
}

function toStats({ id, state }: Segment, size: Omit<SegmentSize, 'bytes'>, bytes: number): SegmentStats {
  const { entries, details, earliest, latest } = size;
  return {
    id,
    state,
    entries,
    details,
    bytes,
    earliest: entries === 0 ? null : (earliest as Micros),
    latest: entries === 0 ? null : (latest as Micros),
  };
}

function tableSizes(db: DatabaseSync): Part[] {
  return db
    .prepare('SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE')
    .all()
    .map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }));
}

/** The sums by name, largest first. */
function addUp(parts: readonly Part[]): Part[] {
  const sums = new Map<string, number>();
  for (const { name, bytes } of parts) sums.set(name, (sums.get(name) ?? 0) + bytes);
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}
