import { existsSync } from 'node:fs';
import type { ResolvedOptions } from './options/options.ts';
import { createLazyStore } from './pipeline/writer/lazy-store.ts';
import { createLocalWriter } from './pipeline/writer/local-writer.ts';
import { type RunningWriter, shareWriterThread } from './pipeline/writer/writer-thread.ts';
import { platformName } from './process/platform-names.ts';
import { USE_A_VOLUME, whatIsLost } from './store/disk-kind.ts';
import { IGNORE_BOOK, imageNote } from './store/docker-ignore.ts';
import { DEFAULT_STORAGE, openStore, sqlitePath, storageKind } from './store/open-store.ts';

/** A store object and an in-memory store are written to in this thread, all others in the writer thread. */
export function openBook(options: ResolvedOptions) {
  const { storage, redact, keep, process, verifyBots } = options;
  const crawlers = verifyBots ? {} : undefined;
  if (typeof storage !== 'string') {
    const store = async () => storage;
    return {
      writer: createLocalWriter(store, redact, process, crawlers),
      store,
      closeStore: async () => {},
      stopOpening: () => {},
    };
  }
  const kind = storageKind(storage);
  const lazy = createLazyStore(async () => {
    // Only one thread of a process can open a chdb folder, and HTTP is for a thread that the app does not see.
    if (kind === 'chdb' || kind === 'collector') return writer.openStore();
    if (kind !== 'sqlite') return openStore(storage);
    // The writer creates the book: after it was deleted, it alone knows its tokens.
    const created = writer.tokenKey();
    // A book on a full disk can be read all the same.
    await created.catch(() => {});
    return openStore(storage, { create: false }).catch(async (error: unknown) => {
      await created;
      throw error;
    });
  });
  const writer: RunningWriter =
    kind === 'memory'
      ? createLocalWriter(lazy.store, redact, process, crawlers)
      : shareWriterThread({ storage, redaction: redact, keep, process, crawlers, ...collectorOf(options) });
  return { writer, store: lazy.store, closeStore: lazy.close, stopOpening: lazy.stopOpening };
}

/** What the writer thread opens a collector with. */
function collectorOf({ storage, key, writeKey, spool }: ResolvedOptions) {
  if (typeof storage !== 'string' || storageKind(storage) !== 'collector') return {};
  return { keys: { write: writeKey ?? undefined, read: key ?? undefined }, spool };
}

/** Says once if the book will be lost with its container, or if a new one would get into an image. */
export async function sayWhereItIs(
  { storage, storageNote, logger }: ResolvedOptions,
  writer: RunningWriter,
): Promise<void> {
  if (storageNote !== null) return logger.warn(storageNote);
  if (typeof storage !== 'string' || !isSqlite(storage) || process.env.NODE_ENV === 'test') return;
  const isNew = storage === DEFAULT_STORAGE && !existsSync(sqlitePath(storage));
  try {
    // Now the folder exists.
    await writer.tokenKey();
    const lost = whatIsLost(sqlitePath(storage));
    if (lost !== null) logger.info(`${lost} ${USE_A_VOLUME}`);
    const image = isNew ? imageNote(process.cwd()) : null;
    if (image !== null) logger.warn(`${image} ${IGNORE_BOOK}`);
  } catch {
    // The first write reports it.
  }
}

/** What readers of the page should know: how long the book stays, and whose requests it has. */
export function bookNotes({ storage, storageNote }: ResolvedOptions): string[] {
  if (typeof storage !== 'string') return [];
  const kind = storageKind(storage);
  if (kind !== 'sqlite' && kind !== 'memory') return [];
  const lost =
    kind === 'memory' ? 'The book is in memory: it ends with the process.' : whatIsLost(sqlitePath(storage));
  const instance = platformName('instance', process.env);
  const own =
    instance && `These are the requests of instance ${instance} only: each instance has a book of its own.`;
  return [storageNote ?? lost, own].filter((note) => note !== null && note !== undefined);
}

export function isSqlite(storage: ResolvedOptions['storage']): boolean {
  return typeof storage === 'string' && storageKind(storage) === 'sqlite';
}
