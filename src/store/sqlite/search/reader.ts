import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { UNKNOWN_PROCESS } from '../../../profile/entry.ts';
import type { Detail, Profile } from '../../../profile/profile.ts';
import { createTokens, type Seq, type TokenKey, type Tokens } from '../../../profile/token.ts';
import type { Expired } from '../../store.ts';
import { readExpired, readSegments, readTokenKey, type Segment } from '../catalog/catalog.ts';
import { openSegment, segmentFile } from '../catalog/present-segment.ts';
import { type OpenedForReading, openCatalogToFollow } from '../files/connection.ts';
import { damaged } from '../files/failure.ts';
import { type BookFolder, bookFolder, identityOf } from '../files/folder.ts';
import { orClose } from '../files/transaction.ts';
import type { Tuning } from '../tuning.ts';
import { type ClosedReader, createClosedReader } from './closed-reader.ts';
import { DimensionTable, type SegmentDimensions } from './dimensions.ts';
import { createLiveReader, type LiveReader } from './live-reader.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { SegmentReader, SharedByReaders } from './segment-reader.ts';
import { createSummaries } from './summaries.ts';

/** Closed segments whose files are open. */
const MAX_CLOSED = 192;
/** How often to look which files are there. On a full disk, a file is deleted before the catalog says so. */
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
  /** Whether the book must be opened again: it was replaced, or what was opened is a copy and the book has changed since. */
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
  const shared: SharedByReaders = { table, seqOf, tuning, lastBlock: { owner: null, id: 0, lines: [] } };
  const summaries = createSummaries(catalog, table);
  /** Readers by file, the one that was used last at the end. */
  const closed = new Map<string, ClosedReader>();
  const live = new Map<string, LiveReader>();
  let knownVersion = -1;
  /** The segments in the catalog, and those of them that have a file. */
  let listed: readonly Segment[] = [];
  let segments: readonly Segment[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  const fileOf = (segment: Segment) => segmentFile(folder, segment);

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

  /** Finds out which segments have a file, and closes those without: an open file takes its disk space, even after it was deleted. */
  function look(): void {
    lookedAt = performance.now();
    do {
      const names = new Set(readdirSync(folder.segments));
      segments = listed.filter((segment) => names.has(basename(fileOf(segment))));
      // If a segment was closed since the catalog was read, the catalog names another file now.
    } while (segments.length < listed.length && readCatalog());
    const files = new Set(segments.map(fileOf));
    for (const opened of [closed, live])
      for (const [file, reader] of opened) if (!files.has(file) && opened.delete(file)) reader.close();
  }

  const timer = setInterval(() => {
    if (closed.size + live.size === 0) return;
    // A book that is gone or damaged is reported by the next search.
    try {
      look();
    } catch {}
  }, LOOK_EVERY_MS).unref();

  /** Opens a segment by its row in the catalog, or by the present one if it was closed or deleted since. */
  function open(segment: Segment): SegmentReader | null {
    for (let current: Segment | undefined = segment; current; ) {
      try {
        return current.state === 'closed' ? openClosed(current) : openLive(current);
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

  function openClosed(segment: Segment): SegmentReader {
    const file = fileOf(segment);
    const opened = closed.get(file) ?? newClosedReader(file, segment);
    useNow(closed, file, opened);
    const reader = opened.reader();
    const [oldest] = closed;
    if (oldest && closed.size > MAX_CLOSED && closed.delete(oldest[0])) oldest[1].close();
    freeOldest(closed, file, tuning.closedMemory, (_, unused) => unused.release());
    return reader;
  }

  function newClosedReader(file: string, segment: Segment): ClosedReader {
    let known: SegmentDimensions | null = null;
    const dimensions = () => {
      if (known?.generation !== table.generation) known = summaries.dimensions(segment);
      return known;
    };
    const lookup = {
      dimensionsOf: (id: number) => table.get(dimensions().ids[id] ?? -1),
      processOf: (id: number) => summaries.processes(segment).get(id) ?? UNKNOWN_PROCESS,
    };
    return createClosedReader(file, segment, lookup, { ...shared, dimensions });
  }

  function openLive(segment: Segment): SegmentReader {
    const file = fileOf(segment);
    const identity = identityOf(file, false);
    const known = live.get(file);
    const isSame = known?.identity === identity;
    if (!isSame && live.delete(file)) known?.close();
    const opened = known && isSame ? known : newLiveReader(segment, identity);
    useNow(live, file, opened);
    const reader = opened.reader();
    freeOldest(live, file, tuning.readerMemory, (unusedFile, unused) => {
      live.delete(unusedFile);
      unused.close();
    });
    return reader;
  }

  function newLiveReader(segment: Segment, identity: string): LiveReader {
    const db = openSegment(folder, segment);
    return orClose(db, () => createLiveReader(db, identity, shared));
  }

  function list(segment: Segment): ListedSegment | null {
    const reader = segment.state === 'live' ? open(segment) : null;
    if (segment.state === 'live' && !reader) return null;
    const { earliest, latest, entries } = reader ?? segment;
    if (entries === 0) return null;
    return {
      earliest,
      latest,
      entries,
      count: (parsed) => summaries.count(segment, parsed),
      mayMatch: (parsed) => summaries.mayMatch(segment, parsed),
      open: () => reader ?? open(segment),
    };
  }

  /** Whether a segment may have an entry. */
  const mayHave = ({ state, first_seq, last_seq }: Segment, seq: Seq) =>
    state === 'live' || (seq >= first_seq && seq <= last_seq);

  return {
    tuning,
    tokenKey,
    seqOf,
    segments() {
      refresh();
      return segments.flatMap((segment) => list(segment) ?? []);
    },
    get(seq) {
      refresh();
      for (const segment of segments.toReversed()) {
        const profile = mayHave(segment, seq) ? open(segment)?.get(seq) : null;
        if (profile) return profile;
      }
      return readExpired(catalog, seq);
    },
    details(seqs) {
      refresh();
      const found = new Map<Seq, Detail | null>();
      for (const segment of segments.toReversed()) {
        const wanted = seqs.filter((seq) => !found.has(seq) && mayHave(segment, seq));
        const reader = wanted.length > 0 ? open(segment) : null;
        for (const seq of wanted) {
          const profile = reader?.get(seq);
          if (profile) found.set(seq, profile.detail);
        }
      }
      return seqs.map((seq) => found.get(seq) ?? null);
    },
    isOutdated: () => identityOf(folder.catalog, isSnapshot) !== opened,
    close() {
      clearInterval(timer);
      for (const reader of [...closed.values(), ...live.values()]) reader.close();
      catalog.close();
    },
  };
}

/** Moves a value to the end of a map. */
function useNow<T>(opened: Map<string, T>, file: string, value: T): void {
  opened.delete(file);
  opened.set(file, value);
}

/** Frees the segments that were unused for longest, until all of them together fit into this memory. A search reads them again. */
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
