import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Detail, Profile } from '../../../profile/profile.ts';
import { createTokens, type Seq, type TokenKey, type Tokens } from '../../../profile/token.ts';
import type { Expired } from '../../store.ts';
import { readExpired, readSegments, readTokenKey, type Segment } from '../catalog/catalog.ts';
import { openSegment, segmentFile } from '../catalog/present-segment.ts';
import { NO_PROCESS } from '../columns/rows.ts';
import { type OpenedForReading, openCatalogToFollow } from '../files/connection.ts';
import { damaged } from '../files/failure.ts';
import { type BookFolder, bookFolder, identityOf } from '../files/folder.ts';
import { orClose } from '../files/transaction.ts';
import type { Tuning } from '../tuning.ts';
import { type ClosedReader, createClosedReader } from './closed-reader.ts';
import { DimensionTable, type SegmentDimensions } from './dimensions.ts';
import { createLiveReader, type LiveReader } from './live-reader.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { DecodedBlock, SegmentReader } from './segment-reader.ts';
import { createSummaries } from './summaries.ts';

/** Open segments. */
const MAX_CLOSED = 192;
/** How often it looks which files are there. On a full disk, a file is deleted before the catalog says so. */
const LOOK_EVERY_MS = 500;

/** A segment of the book as a search sees it. */
export interface ListedSegment {
  readonly earliest: number;
  readonly latest: number;
  readonly entries: number;
  /** How many entries match, if this is known without reading it. */
  count(parsed: ParsedTerms): number | null;
  /** Whether it may have matches. Does not open it. */
  mayMatch(parsed: ParsedTerms): boolean;
  /** `null` if it was deleted in the meantime. */
  open(): SegmentReader | null;
}

/** Reads a book: its catalog, and the segments that a search needs. */
export interface BookReader {
  readonly tuning: Tuning;
  readonly tokenKey: TokenKey;
  readonly seqOf: Tokens['seqOf'];
  /** Whether the book must be opened again: it was replaced, or has changed since a copy of it was made. */
  isOutdated(): boolean;
  /** All segments as of now, oldest first. */
  segments(): readonly ListedSegment[];
  get(seq: Seq): Profile | Expired | null;
  /** The details of these profiles; `null` for those without one. */
  details(seqs: readonly Seq[]): (Detail | null)[];
  close(): void;
}

export function openBookReader(path: string, tuning: Tuning): BookReader {
  const folder = bookFolder(path);
  const opened = openCatalogToFollow(folder);
  return orClose(opened.db, () => bookReader(folder, opened, tuning));
}

function bookReader(folder: BookFolder, followed: OpenedForReading, tuning: Tuning): BookReader {
  const { db: catalog, isSnapshot } = followed;
  const opened = identityOf(folder.catalog, isSnapshot);
  const tokenKey = readTokenKey(catalog);
  const { seqOf } = createTokens(tokenKey);
  const version = catalog.prepare('PRAGMA data_version');
  const table = new DimensionTable();
  const summaries = createSummaries(catalog, table);
  const closed = new Map<string, ClosedReader>();
  const live = new Map<string, LiveReader>();
  let knownVersion = -1;
  let segments: readonly Segment[] = [];
  /** The same as the catalog lists them. */
  let listed: readonly Segment[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Details are read in the order of the listing, and hundreds of them are in one block. */
  let decoded: { readonly reader: SegmentReader; readonly block: DecodedBlock } | null = null;

  function refresh(): void {
    if (readCatalog() || performance.now() - lookedAt > LOOK_EVERY_MS) look();
  }

  /** Returns whether the catalog has changed. */
  function readCatalog(): boolean {
    const current = Number(version.get()?.data_version);
    if (current === knownVersion) return false;
    listed = readSegments(catalog);
    knownVersion = current;
    return true;
  }

  /** Finds out which segments have a file. */
  function look(): void {
    lookedAt = performance.now();
    let names: ReadonlySet<string>;
    const hasFile = (segment: Segment) => segment.state === 'live' || names.has(basename(fileOf(segment)));
    do names = new Set(readdirSync(folder.segments));
    while (
      // If one was closed since the catalog was read, the catalog names another file now.
      !listed.every(hasFile) &&
      readCatalog()
    );
    segments = listed.filter(hasFile);
    closeDeleted(names);
  }

  /** Closes segments that are not in the book any more: an open file takes its disk space, even after it was deleted. */
  function closeDeleted(names: ReadonlySet<string>): void {
    const files = new Set(segments.map(fileOf));
    const isDeleted = (file: string) => !files.has(file) || !names.has(basename(file));
    for (const [file, reader] of closed) if (isDeleted(file) && closed.delete(file)) reader.close();
    for (const [file, segment] of live) if (isDeleted(file) && live.delete(file)) segment.close();
  }

  const timer = setInterval(() => {
    if (closed.size + live.size === 0) return;
    // A book that is gone or damaged is reported by the next search.
    try {
      look();
    } catch {}
  }, LOOK_EVERY_MS).unref();

  function openReader(segment: Segment): SegmentReader {
    const file = fileOf(segment);
    if (segment.state === 'closed') {
      const opened = closed.get(file) ?? openClosedReader(file, segment);
      useNow(closed, file, opened);
      const reader = opened.reader();
      const [oldest] = closed;
      if (oldest && closed.size > MAX_CLOSED && closed.delete(oldest[0])) oldest[1].close();
      freeOldest(closed, file, tuning.closedMemory, (_, oldest) => oldest.release());
      return reader;
    }
    const known = live.get(file);
    const isSame = known?.identity === identityOf(file, false);
    if (!isSame && live.delete(file)) known?.close();
    const existing = known && isSame ? known : openNotClosed(segment);
    useNow(live, file, existing);
    const reader = existing.refresh();
    freeOldest(live, file, tuning.readerMemory, (oldFile, oldest) => {
      live.delete(oldFile);
      oldest.close();
    });
    return reader;
  }

  function openClosedReader(file: string, segment: Segment): ClosedReader {
    let known: SegmentDimensions | null = null;
    const dimensions = () => {
      if (known?.generation !== table.generation) known = summaries.dimensions(segment);
      return known;
    };
    const lookup = {
      dimensionsOf: (id: number) => table.get(dimensions().ids[id] ?? -1),
      processOf: (id: number) => summaries.processes(segment).get(id) ?? NO_PROCESS,
    };
    return createClosedReader(file, segment, lookup, { table, seqOf, tuning, dimensions });
  }

  function openNotClosed(segment: Segment): LiveReader {
    const db = openSegment(folder, segment);
    return orClose(db, () =>
      createLiveReader(db, identityOf(fileOf(segment), false), { table, seqOf, tuning }),
    );
  }

  /** Opens a segment by its row in the catalog, or by the present one if it was closed or deleted since. */
  function open(segment: Segment): SegmentReader | null {
    for (let current: Segment | undefined = segment; current; ) {
      try {
        return openReader(current);
      } catch (error) {
        if (existsSync(fileOf(current))) throw damaged(fileOf(current), error);
        refresh();
        const next: Segment | undefined = segments.find(({ id }) => id === segment.id);
        if (!next || (next.state === current.state && next.rewrites === current.rewrites)) return null;
        current = next;
      }
    }
    return null;
  }

  const fileOf = (segment: Segment) => segmentFile(folder, segment);

  function list(segment: Segment): ListedSegment | null {
    if (segment.state !== 'live') {
      return {
        earliest: segment.earliest,
        latest: segment.latest,
        entries: segment.entries,
        count: (parsed) => summaries.count(segment, parsed),
        mayMatch: (parsed) => summaries.mayMatch(segment, parsed),
        open: () => open(segment),
      };
    }
    const reader = open(segment);
    return reader && reader.entries > 0
      ? {
          earliest: reader.earliest,
          latest: reader.latest,
          entries: reader.entries,
          count: () => null,
          mayMatch: () => true,
          open: () => reader,
        }
      : null;
  }

  return {
    tuning,
    tokenKey,
    seqOf,
    segments() {
      refresh();
      return segments.flatMap((segment) =>
        segment.entries > 0 || segment.state === 'live' ? (list(segment) ?? []) : [],
      );
    },
    get(seq) {
      refresh();
      for (const segment of segments.toReversed()) {
        if (segment.state !== 'live' && (seq < segment.first_seq || seq > segment.last_seq)) continue;
        const profile = open(segment)?.get(seq);
        if (profile) return profile;
      }
      return readExpired(catalog, seq);
    },
    details(seqs) {
      refresh();
      const found = new Map<Seq, Detail | null>();
      for (const segment of segments.toReversed()) {
        const wanted = seqs.filter(
          (seq) =>
            !found.has(seq) &&
            (segment.state === 'live' || (seq >= segment.first_seq && seq <= segment.last_seq)),
        );
        if (wanted.length === 0) continue;
        const reader = open(segment);
        if (!reader) continue;
        // Not by the name of the file: on a full disk, a new live segment gets that of the one it replaces.
        const block = decoded?.reader === reader ? decoded.block : { id: -1, lines: [] };
        for (const seq of wanted) {
          const profile = reader.get(seq, block);
          if (profile) found.set(seq, profile.detail);
        }
        if (block.id !== -1) decoded = { reader, block };
      }
      return seqs.map((seq) => found.get(seq) ?? null);
    },
    isOutdated: () => identityOf(folder.catalog, isSnapshot) !== opened,
    close() {
      clearInterval(timer);
      for (const reader of closed.values()) reader.close();
      for (const segment of live.values()) segment.close();
      catalog.close();
    },
  };
}

/** Makes a value the last one of a map: the one that was used last. */
function useNow<T>(opened: Map<string, T>, file: string, value: T): void {
  opened.delete(file);
  opened.set(file, value);
}

/** Frees the segments that were not used for longest, if all together take more memory than this. A search reads them again. */
function freeOldest<T extends { bytes(): number }>(
  opened: ReadonlyMap<string, T>,
  inUse: string,
  memory: number,
  free: (file: string, oldest: T) => void,
): void {
  let bytes = 0;
  for (const segment of opened.values()) bytes += segment.bytes();
  for (const [file, segment] of opened) {
    if (bytes <= memory || file === inUse) return;
    bytes -= segment.bytes();
    free(file, segment);
  }
}
