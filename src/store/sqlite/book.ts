import { GatebookError } from '../../errors.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import type { GroupBy, Groups } from '../groups.ts';
import type { Slowest } from '../slowest.ts';
import type { Batch, Count, Expired, Page, Retention } from '../store.ts';
import type { Survey } from '../survey.ts';
import { claim, type Origin, readTokenKey } from './catalog/catalog.ts';
import { existsBook, openCatalog } from './files/connection.ts';
import { isOutOfSpace } from './files/failure.ts';
import { bookFolder } from './files/folder.ts';
import { orClose, thenClose } from './files/transaction.ts';
import { type BookWriter, openBookWriter } from './live/book-writer.ts';
import { openWithRoom } from './live/room.ts';
import { createMaintainer } from './maintain/maintainer.ts';
import { DELETED } from './search/closed-reader.ts';
import { groupBook } from './search/groups.ts';
import { type BookReader, openBookReader } from './search/reader.ts';
import { countBook, searchBook, slowestBook } from './search/search.ts';
import { surveyBook } from './search/survey.ts';
import { type OpenSettings, TUNING, type Tuning } from './tuning.ts';

export interface BookOptions extends Omit<OpenSettings, 'origin'> {
  /** The folder of the book. */
  readonly path: string;
  /** Create the book if it does not exist. */
  readonly create: boolean;
  /** Limits that every write keeps to, as after `retain`. */
  readonly keep?: Retention;
  readonly tuning?: Tuning;
}

/** The methods of the writer thread. It also closes segments, between writes. */
export function openWriter(options: BookOptions) {
  const { path } = options;
  /** `null` after the book was deleted or moved, until it is opened again. */
  let book: ReturnType<typeof openToWrite> | null = openToWrite(options, null);
  let origin: Origin | null = null;
  /**
   * Set after the book has vanished, until a write of requests has failed with that error. The errors of other calls are
   * not printed, so they don't count as reported.
   */
  let unsaid: { readonly isReplaced: boolean } | null = null;

  /** The book that is there now. */
  function current(): ReturnType<typeof openToWrite> {
    if (book && !book.writer.isInPlace()) leave(book.writer);
    book ??= openToWrite(options, origin);
    return book;
  }

  /** Writes to the book. Rejects the write if the book was deleted before or during it, because readers would not find the profiles. */
  function write<T>(work: (writer: BookWriter) => T): T {
    book ??= openToWrite(options, origin);
    const { writer } = book;
    try {
      const result = work(writer);
      if (writer.isInPlace()) return result;
    } catch (error) {
      // Without its folder, the book can't start a segment.
      if (writer.isInPlace()) throw error;
    }
    leave(writer);
    throw vanished(path);
  }

  function leave(writer: BookWriter): void {
    origin = writer.origin();
    unsaid = { isReplaced: writer.isReplaced() };
    closeBook();
  }

  /** Reports once that the book has vanished. The next write starts a new one; a new book now could get in the way of `rm -r`. */
  function say({ isReplaced }: { readonly isReplaced: boolean }): never {
    unsaid = null;
    // Throws if it is a book with other tokens.
    if (isReplaced) book ??= openToWrite(options, origin);
    throw vanished(path);
  }

  function closeBook(): void {
    book?.maintainer.close();
    book?.writer.close();
    book = null;
  }

  return {
    tokenKey: () => readTokenKey(current().writer.catalog),
    /** A batch whose id is already in the book is ignored. Several are written in one commit, which fails if the book has one of them. */
    write(batches: readonly Batch[]): void {
      const isSaid = batches.some(({ profiles }) => profiles.some(({ entry }) => entry.kind !== 'process'));
      if (unsaid && !isSaid) throw vanished(path);
      if (unsaid) say(unsaid);
      let bytes: number;
      try {
        bytes = write((writer) => writer.write(batches));
      } catch (error) {
        if (unsaid && isSaid) say(unsaid);
        throw error;
      }
      book?.maintainer.afterWrite(bytes);
    },
    lease: (size: number) => write((writer) => writer.lease(size)),
    prune: (before: Micros) => current().maintainer.prune(before),
    delete: (seqs: readonly Seq[]) => current().maintainer.remove(seqs),
    retain: (retention: Retention) => current().maintainer.retain(retention),
    closeSegments: () => current().maintainer.closeSegments(),
    async close(): Promise<void> {
      await book?.maintainer.finish();
      closeBook();
    },
  };
}

function vanished(path: string): GatebookError {
  return new GatebookError(
    'book-missing',
    `The book at ${path} was deleted, moved or replaced. Requests go to the book that is there now, or to a new one. To use the old one again, stop the app and move it back.`,
  );
}

function openToWrite(
  { path, create, keep = {}, tuning = TUNING, makesRoom = true, durable = false }: BookOptions,
  origin: Origin | null,
) {
  const open = () => openBookWriter(path, create, tuning, { origin, makesRoom, durable });
  const { opened: writer, deleted } = openWithRoom(bookFolder(path), open, makesRoom);
  return orClose(writer, () => ({ writer, maintainer: createMaintainer(writer, keep, deleted) }));
}

/** Creates a book, unless it exists. An existing book on a full disk can be read, though not opened for writing. */
function createBook(path: string, tuning: Tuning): void {
  try {
    openBookWriter(path, true, tuning).close();
  } catch (error) {
    if (!isOutOfSpace(error, path) || !existsBook(bookFolder(path))) throw error;
  }
}

/** The methods of the reader thread. Searches run in slices, so several of them make progress at once. */
export function openReader({ path, create, tuning = TUNING }: BookOptions) {
  if (create) createBook(path, tuning);
  let opened: BookReader | null = openBookReader(path, tuning);
  const { tokenKey } = opened;

  /** The book may have been deleted or replaced, and a snapshot of it may be out of date. */
  function current(): BookReader {
    if (opened?.isOutdated()) {
      opened.close();
      opened = null;
    }
    opened ??= openBookReader(path, tuning);
    return opened;
  }

  return {
    tokenKey: () => tokenKey,
    search: (criteria: Criteria): Sliced<Page> => restarted(() => searchBook(current(), criteria)),
    count: (terms: readonly Term[], cap: number): Sliced<Count> =>
      restarted(() => countBook(current(), terms, cap)),
    survey: (terms: readonly Term[]): Sliced<Survey> => restarted(() => surveyBook(current(), terms)),
    slowest: (terms: readonly Term[], limit: number): Sliced<Slowest> =>
      restarted(() => slowestBook(current(), terms, limit)),
    groups: (terms: readonly Term[], by: GroupBy, limit: number): Sliced<Groups> =>
      restarted(() => groupBook(current(), terms, by, limit)),
    get(token: string): Profile | Expired | null {
      const reader = current();
      const seq = reader.seqOf(token);
      return seq === null ? null : reader.get(seq);
    },
    details: (seqs: readonly Seq[]): (Detail | null)[] => current().details(seqs),
    /** Writes, but in the reader thread: the page has no other, and starting one for this would be too much. */
    claim(name: string, until: Micros): boolean {
      return thenClose(openCatalog(bookFolder(path)), (catalog) => claim(catalog, name, until));
    },
    close: () => opened?.close(),
  };
}

/** Starts again if a segment was rewritten or deleted while it was read. */
function* restarted<T>(search: () => Sliced<T>): Sliced<T> {
  for (;;) {
    try {
      return yield* search();
    } catch (error) {
      if (error !== DELETED) throw error;
    }
  }
}
