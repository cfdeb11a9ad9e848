import type { Detail, Profile } from '../../profile/profile.ts';
import type { TokenKey } from '../../profile/token.ts';
import { decodeDetails } from './block-codec.ts';
import { openBookWriter } from './book-writer.ts';
import { readSegments, readTokenKey } from './catalog.ts';
import { openCatalogForReading, openLiveForReading } from './connection.ts';
import { bookFolder } from './folder.ts';
import { onPresentSegment, segmentFile } from './present-segment.ts';
import { type OpenedSource, openSource } from './seal-source.ts';
import { entryAt, NUMBER_COLUMNS, positionsBefore, rowAt } from './segment-rows.ts';
import { TUNING } from './tuning.ts';

/** A place in a book: its segments from the oldest, each in the order of time. */
export interface ExportPosition {
  readonly segment: number;
  readonly time: number;
  readonly seq: number;
}

/** A book that is read once from its oldest segment on, to copy it elsewhere. */
export interface ExportedBook {
  readonly tokenKey: TokenKey;
  /** The first seq of the next lease. */
  readonly nextSeq: number;
  /** The number of profiles in all. */
  readonly entries: number;
  /** The segments with a profile after this position, oldest first. */
  segmentsAfter(position: ExportPosition | null): ExportedSegment[];
  close(): void;
}

export interface ExportedSegment {
  readonly id: number;
  /** Its profiles after this position, at most `size` at a time. The same position has the same profiles each time. */
  batches(after: ExportPosition | null, size: number): Generator<Profile[]>;
}

/** Opens a book to copy what is in it now. What is written from now on is in segments that are not read. */
export function openForExport(path: string): ExportedBook {
  const isFinished = finishLiveSegment(path);
  const folder = bookFolder(path);
  const catalog = openCatalogForReading(folder);
  const segments = readSegments(catalog)
    .filter(({ state }) => state !== 'live' || !isFinished)
    .map((segment) =>
      segment.state === 'live' ? { ...segment, ...liveSize(segmentFile(folder, segment)) } : segment,
    );
  const leased = Number(catalog.prepare("SELECT value FROM book WHERE name = 'next_seq'").get()?.value ?? 0);
  return {
    tokenKey: readTokenKey(catalog),
    nextSeq: segments.reduce(
      (max, { entries, last_seq }) => Math.max(max, entries > 0 ? last_seq + 1 : 0),
      leased,
    ),
    entries: segments.reduce((sum, { entries }) => sum + entries, 0),
    segmentsAfter: (position) =>
      segments
        .filter(({ id, entries }) => entries > 0 && (position === null || id >= position.segment))
        .map((segment) => ({
          id: segment.id,
          *batches(after, size) {
            const source = onPresentSegment(catalog, folder, segment, (present) =>
              drain(openSource(folder, present)),
            );
            if (source) yield* readBatches(source, after?.segment === segment.id ? after : null, size);
          },
        })),
    close: () => catalog.close(),
  };
}

/** In a live segment, older entries could still follow those that were copied. Returns whether it is full now. */
function finishLiveSegment(path: string): boolean {
  try {
    const writer = openBookWriter(path, false, TUNING);
    writer.rollOver();
    writer.close();
    return true;
  } catch {
    // On a read-only file system the live segment does not change. Any other failure is reported when it is read.
    return false;
  }
}

function liveSize(file: string): { entries: number; last_seq: number } {
  const db = openLiveForReading(file);
  try {
    return db.prepare('SELECT entries, last_seq FROM state').get() as unknown as ReturnType<typeof liveSize>;
  } finally {
    db.close();
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
const MAX_BLOCKS = 8;

function createDetailReader({ detailBlock }: OpenedSource): (block: number, line: number) => Detail | null {
  const blocks = new Map<number, readonly string[]>();
  return (block, line) => {
    let lines = blocks.get(block);
    if (!lines) {
      const data = detailBlock(block);
      lines = data ? decodeDetails(data) : [];
      blocks.set(block, lines);
      const [oldest] = blocks.keys();
      if (blocks.size > MAX_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    }
    const text = lines[line];
    return text ? (JSON.parse(text) as Detail) : null;
  };
}

function drain<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
