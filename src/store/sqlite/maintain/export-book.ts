import type { DatabaseSync } from 'node:sqlite';
import { createLru } from '../../../lru.ts';
import type { Detail, Profile } from '../../../profile/profile.ts';
import { runAtOnce } from '../../../worker/time-slice.ts';
import { readNextSeq, readSegments, readTokenKey } from '../catalog/catalog.ts';
import { onPresentSegment, openSegment } from '../catalog/present-segment.ts';
import { type OpenedSource, openSource } from '../closed/segment-source.ts';
import { entryAt, NUMBER_COLUMNS, positionsBefore, rowAt } from '../columns/segment-rows.ts';
import { openCatalogForReading } from '../files/connection.ts';
import { type BookFolder, bookFolder } from '../files/folder.ts';
import { orClose, thenClose } from '../files/transaction.ts';
import { decodeDetails } from '../live/block-codec.ts';
import { openBookWriter } from '../live/book-writer.ts';
import { readState, sizeOfLive } from '../live/live-segment.ts';
import { TUNING } from '../tuning.ts';

/** A place in a book: its segments from the oldest, each in the order of time. */
export interface ExportPosition {
  readonly segment: number;
  readonly time: number;
  readonly seq: number;
}

export type ExportedBook = ReturnType<typeof exportedBook>;

/** Opens a book to copy what is in it now. What is written from now on is in segments that are not read. */
export function openForExport(path: string) {
  const isFinished = finishLiveSegment(path);
  const folder = bookFolder(path);
  const catalog = openCatalogForReading(folder);
  return orClose(catalog, () => exportedBook(catalog, folder, isFinished));
}

function exportedBook(catalog: DatabaseSync, folder: BookFolder, isFinished: boolean) {
  const segments = readSegments(catalog)
    .filter(({ state }) => state !== 'live' || !isFinished)
    .map((segment) =>
      segment.state === 'live'
        ? { ...segment, ...thenClose(openSegment(folder, segment), (db) => sizeOfLive(readState(db))) }
        : segment,
    );
  return {
    tokenKey: readTokenKey(catalog),
    /** The first seq of the next lease. */
    nextSeq: segments.reduce(
      (max, { entries, last_seq }) => Math.max(max, entries > 0 ? last_seq + 1 : 0),
      readNextSeq(catalog),
    ),
    entries: segments.reduce((sum, { entries }) => sum + entries, 0),
    /** The segments with a profile after this position, oldest first. */
    segmentsAfter: (position: ExportPosition | null) =>
      segments
        .filter(({ id, entries }) => entries > 0 && (position === null || id >= position.segment))
        .map((segment) => ({
          id: segment.id,
          /** Its profiles after this position, at most `size` at a time. For the same position they are the same each time. */
          *batches(after: ExportPosition | null, size: number): Generator<Profile[]> {
            const source = onPresentSegment(catalog, folder, segment, (present) =>
              runAtOnce(openSource(folder, present)),
            );
            if (source) yield* readBatches(source, after?.segment === segment.id ? after : null, size);
          },
        })),
    close: () => catalog.close(),
  };
}

/** Ends the live segment: older entries could still be written to it after a part was copied. Returns whether it is full now. */
function finishLiveSegment(path: string): boolean {
  try {
    thenClose(openBookWriter(path, false, TUNING, { makesRoom: false }), (writer) => writer.rollOver());
    return true;
  } catch {
    // On a read-only file system the live segment does not change. Any other failure is reported when it is read.
    return false;
  }
}

function* readBatches(
  source: OpenedSource,
  after: ExportPosition | null,
  size: number,
): Generator<Profile[]> {
  const { rows } = source;
  try {
    rows.load(NUMBER_COLUMNS, 0, rows.count);
    const [blocks, lines] = [rows.column('block'), rows.column('line')];
    const details = createDetailReader(source);
    const profileAt = (position: number): Profile | [] => {
      const row = rowAt(rows, position);
      const entry = entryAt(rows, row);
      return entry ? { entry, detail: details(blocks[row] ?? 0, lines[row] ?? 0) } : [];
    };
    const start = after ? positionsBefore(rows, after.time, after.seq - 1) : 0;
    for (let from = start; from < rows.count; from += size) {
      const length = Math.min(size, rows.count - from);
      yield Array.from({ length }, (_, i) => from + i).flatMap(profileAt);
    }
  } finally {
    source.close();
  }
}

/** Blocks of details that are decoded at a time. Entries in the order of time are in few blocks. */
const MAX_BLOCKS = 4;

function createDetailReader({ detailBlock }: OpenedSource): (block: number, line: number) => Detail | null {
  const blocks = createLru<readonly string[], number>(MAX_BLOCKS);
  return (block, line) => {
    const lines = blocks.getOrMake(block, () => {
      const data = detailBlock(block);
      return data ? decodeDetails(data) : [];
    });
    const text = lines[line];
    return text ? (JSON.parse(text) as Detail) : null;
  };
}
