import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHold, type HoldStats } from './hold/hold.ts';
import { flushBeforeExit } from './hold/last-flush.ts';
import { createOpening } from './hold/opening.ts';
import type { Wiring } from './record/adapters/adapter.ts';
import { createRecorder } from './record/recorder.ts';
import { recordingOf } from './record/recording.ts';
import { checkStorage, DEFAULT_STORAGE, openStore } from './store/open-store.ts';
import type { Retention, Store } from './store/store.ts';

export interface GatebookOptions {
  /**
   * Where the book is kept: `sqlite:PATH` or `memory:`.
   * @default process.env.GATEBOOK_STORAGE, else 'sqlite:.gatebook/book.db'
   */
  readonly storage?: string;
  /**
   * Who may open the page. Without it only this machine may: a loopback socket, asked for by a loopback
   * name, with no proxy in between.
   */
  readonly authorize?: (request: IncomingMessage) => boolean | Promise<boolean>;
  /**
   * How much of the past the book keeps; the oldest goes first, in small steps. `{}` keeps everything.
   * @default { age: 30 days in milliseconds, bytes: 2e9 }, and { entries: 10_000 } in memory
   */
  readonly keep?: Retention;
}

/** `recorded = stored + dropped + held`, always. */
export interface BookStats extends HoldStats {
  /** How many requests could not be recorded at all. */
  readonly faults: number;
}

/** A running Gatebook: what the adapters hand back to the app. */
export interface Gatebook {
  readonly store: () => Promise<Store>;
  stats(): BookStats;
  /** Writes what is held now. */
  flush(): Promise<void>;
  /** Stops recording, writes what is held and closes the book. Never rejects; what went wrong is said on stderr. */
  close(): Promise<void>;
}

const KEEP: Retention = { age: 30 * 24 * 3_600_000, bytes: 2e9 };
const KEEP_IN_MEMORY: Retention = { entries: 10_000 };
const RETAIN_EVERY_MS = 60_000;

const PAGE_PATH = '/_profiler';
const FATES = {
  held: 'Requests are held in memory and writing is tried again.',
  dropped: 'What could not be written was dropped, and counted.',
};

/** The parts put together: recorder, hold and store, and the page once somebody asks for it. */
export function createGatebook(options: GatebookOptions): { book: Gatebook; wiring: Wiring } {
  const storage = options.storage ?? process.env.GATEBOOK_STORAGE ?? DEFAULT_STORAGE;
  checkStorage(storage);

  const opening = createOpening({
    open: () => openStore(storage),
    onOpen: () => {
      // The first request shall find a lease in hand, and what was held meanwhile need not wait.
      hold.numbers.take();
      void hold.flush();
    },
  });
  const { store } = opening;
  const hold = createHold({
    store,
    onTrouble: (error, fate) => say(`${messageOf(error)} ${FATES[fate]} The app goes on.`),
    onRecovery: () => say('Writing works again.'),
  });
  const recorder = createRecorder(hold);
  const stopFlushing = flushBeforeExit(hold.flush);
  const keep = options.keep ?? (storage === 'memory:' ? KEEP_IN_MEMORY : KEEP);
  const retaining = setInterval(() => void retain(store(), keep), RETAIN_EVERY_MS).unref();
  // If it fails, the first write will tell.
  void store();

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    recorder.stop();
    stopFlushing();
    clearInterval(retaining);
    // A book that could not be opened is not opened only to be closed.
    opening.settle();
    await hold.close();
    await opening.close().catch((error: unknown) => say(`The book was not closed well: ${messageOf(error)}`));
  }

  let answer: Promise<(request: IncomingMessage, response: ServerResponse) => unknown> | null = null;
  function page(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPagePath(request.url ?? '')) return false;
    answer ??= import('./serve/mount.ts').then(({ mountPage }) =>
      mountPage({
        base: PAGE_PATH,
        store,
        flush: hold.flush,
        ...(options.authorize && { authorize: options.authorize }),
        onOpen: (opened) => recordingOf(opened)?.forget(),
      }),
    );
    answer
      .then((listener) => listener(request, response))
      .catch((error: unknown) => {
        say(`The page could not be shown: ${messageOf(error)}`);
        response.destroy();
      });
    return true;
  }

  const book: Gatebook = {
    store,
    stats: () => ({ ...hold.stats(), faults: recorder.faults() }),
    flush: hold.flush,
    close() {
      closing ??= close();
      return closing;
    },
  };
  return { book, wiring: { recorder, page } };
}

/** Retention that fails is tried again in a minute; a book in trouble shows in its writes. */
async function retain(store: Promise<Store>, keep: Retention): Promise<void> {
  await store.then((book) => book.retain(keep)).catch(() => {});
}

function isPagePath(url: string): boolean {
  if (!url.startsWith(PAGE_PATH)) return false;
  const next = url[PAGE_PATH.length];
  return next === undefined || next === '/' || next === '?';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(message: string): void {
  process.stderr.write(`gatebook: ${message}\n`);
}
