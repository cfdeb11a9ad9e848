import type { IncomingMessage, ServerResponse } from 'node:http';
import { createClientIp } from './net/client-ip.ts';
import { type BudgetOptions, createBudget } from './pipeline/budget.ts';
import { createDetailPolicy, type Details } from './pipeline/detail-policy.ts';
import { flushOnExit } from './pipeline/flush-on-exit.ts';
import { keepAlive } from './pipeline/keep-alive.ts';
import { createLazyStore } from './pipeline/lazy-store.ts';
import { createQueue, type QueueStats } from './pipeline/queue.ts';
import { startWriterThread, type WriterOptions, type WriterThread } from './pipeline/writer-thread.ts';
import type { Tokens } from './profile/token.ts';
import type { Wiring } from './record/adapters/adapter.ts';
import { createIgnore, type Ignore } from './record/ignore.ts';
import { type InstrumentationChoice, startInstrumentations } from './record/instrumentation/built-in.ts';
import { createRecorder } from './record/recorder.ts';
import { type RecordCounts, recordingOf } from './record/recording.ts';
import { createToolbar, type Toolbar } from './record/toolbar/toolbar.ts';
import { parseRedactionOptions } from './redact/options.ts';
import type { RedactionOptions } from './redact/redaction.ts';
import { checkStorage, DEFAULT_STORAGE, openStore, storageKind } from './store/open-store.ts';
import type { Retention, Store } from './store/store.ts';

export interface GatebookOptions {
  /**
   * Where the book is kept: `sqlite:PATH`, `clickhouse://USER:PASSWORD@HOST/DATABASE`, `chdb:FOLDER` or `memory:`.
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
   * @default { age: 30 days in milliseconds, bytes: 2e9 }, { entries: 10_000 } in memory, no bound on bytes on a server
   */
  readonly keep?: Retention;
  /**
   * Of which requests the details are kept: `'all'`, `'none'`, or those that failed, were slower than so many
   * milliseconds, or were drawn by lot: `{ slowerThan: 500, sample: 0.01 }`. Every request has its entry.
   * @default 'all'
   */
  readonly details?: Details;
  /**
   * What is looked at while a request is handled, for its detail: `['console', 'fetch']`; `'none'` keeps not even
   * what the app measures and notes itself. Without details nothing is looked at.
   * @default all of them
   */
  readonly panels?: InstrumentationChoice;
  /** What is withheld beyond the defaults (docs/security.md): names to add, names to allow, or every value. */
  readonly redact?: RedactionOptions;
  /** What is not recorded, beyond browsers' own probes; `false` records those too. */
  readonly ignore?: Ignore | false;
  /** The proxies whose word on the client's address is taken: addresses and CIDR blocks. */
  readonly trustProxy?: readonly string[];
  /**
   * What recording may cost. Beyond it, details of successes go first, then all details, then nine requests of ten.
   * @default { bytesPerSecond: 16e6, memory: 32e6 }
   */
  readonly budget?: BudgetOptions;
  /**
   * Answers name their profile (`X-Debug-Token`, `X-Debug-Token-Link`), and HTML pages carry a small bar that shows it.
   * Whatever is set here, only requests from this very machine ever get either.
   * @default process.env.NODE_ENV === 'development'
   */
  readonly toolbar?: boolean;
}

/** `recorded = stored + dropped + held`, always. */
export interface BookStats extends QueueStats, RecordCounts {
  /** How often the thread that writes has died and was started again. */
  readonly restarts: number;
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

const KEEP_IN_MEMORY: Retention = { entries: 10_000 };
/** A server is shared: how large it may grow is for whoever runs it to say. */
const KEEP_ON_SERVER: Retention = { age: 30 * 24 * 3_600_000 };
const KEEP: Retention = { ...KEEP_ON_SERVER, bytes: 2e9 };
const RETAIN_EVERY_MS = 60_000;
const LAST_WORDS_MS = 1000;

const PAGE_PATH = '/_profiler';
const FATES = {
  held: 'Requests are held in memory and writing is tried again.',
  dropped: 'What could not be written was dropped, and counted.',
};

/** The parts put together: recorder, hold and store, and the page once somebody asks for it. */
export function createGatebook(options: GatebookOptions): { book: Gatebook; wiring: Wiring } {
  const storage = options.storage ?? process.env.GATEBOOK_STORAGE ?? DEFAULT_STORAGE;
  checkStorage(storage);
  // The scribe reads them in its own thread; a mistake is told here and now.
  parseRedactionOptions(options.redact);

  const {
    store,
    settle,
    close: closeStore,
  } = createLazyStore(() => (storageKind(storage) === 'chdb' ? scribe.openStore() : openStore(storage)));
  const scribe =
    storage === 'memory:'
      ? scribeHere(store, options.redact)
      : startWriterThread(scribeOptions(storage, options));
  const hold = createQueue({
    writer: scribe,
    budget: createBudget(options.budget),
    onTrouble: (error, fate) => say(`${messageOf(error)} ${FATES[fate]} The app goes on.`),
    onRecovery: () => say('Writing works again.'),
  });
  const counts: RecordCounts = { ignored: 0, faults: 0 };
  const trails = options.details !== 'none' && options.panels !== 'none';
  const stopPanels = startInstrumentations(trails ? options.panels : 'none', () => counts.faults++);
  const recorder = createRecorder({
    queue: hold,
    counts,
    trails,
    ...((options.toolbar ?? process.env.NODE_ENV === 'development') && { toolbar: debugAnswers(store) }),
    details: createDetailPolicy(options.details),
    ignore: createIgnore(options.ignore),
    clientIp: createClientIp(options.trustProxy),
  });
  const stopWaiting = flushOnExit(() => {
    hold.handOver();
    scribe.waitUntilIdle(LAST_WORDS_MS);
  });
  const keep =
    options.keep ??
    { memory: KEEP_IN_MEMORY, clickhouse: KEEP_ON_SERVER, sqlite: KEEP, chdb: KEEP }[storageKind(storage)];
  // Retention that fails is tried again in a minute; a book in trouble shows in its writes.
  const retaining = setInterval(() => void scribe.retain(keep).catch(() => {}), RETAIN_EVERY_MS).unref();
  // The first request shall find a lease in hand. If the book can't be opened, the first write will tell.
  hold.seqs.take();

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    recorder.stop();
    stopPanels();
    stopWaiting();
    clearInterval(retaining);
    await hold.close();
    // A book that could not be opened is not opened only to be closed.
    settle();
    await Promise.all([scribe.close(), closeStore()]).catch((error: unknown) =>
      say(`The book was not closed well: ${messageOf(error)}`),
    );
  }

  let answer: Promise<(request: IncomingMessage, response: ServerResponse) => unknown> | null = null;
  function page(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPagePath(request.url ?? '')) return false;
    answer ??= import('./serve/mount.ts').then(({ mountPage }) =>
      mountPage({
        base: PAGE_PATH,
        store,
        flush: hold.flush,
        stats: book.stats,
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
    stats: () => ({ ...hold.stats(), ...counts, restarts: scribe.restarts() }),
    flush: () => keepAlive(hold.flush()),
    close() {
      closing ??= keepAlive(close());
      return closing;
    },
  };
  return { book, wiring: { recorder, page } };
}

/** The key of the book's tokens is in the book, which is opened for it at once: the first page shall have its bar. */
function debugAnswers(store: () => Promise<Store>): Toolbar {
  let tokens: Tokens | null = null;
  let opening = false;
  const open = async () => {
    if (opening) return;
    opening = true;
    // A book that can't be opened is told of when it is written to.
    tokens = (await store().catch(() => null))?.tokens ?? null;
    opening = false;
  };
  void open();
  const tell = createToolbar({ base: PAGE_PATH, tokens: () => tokens });
  return (request, response, seq) => {
    if (isPagePath(request.url ?? '')) return;
    if (!tokens) void open();
    tell(request, response, seq);
  };
}

function scribeOptions(storage: string, { redact }: GatebookOptions): WriterOptions {
  return redact ? { storage, redaction: redact } : { storage };
}

/** A book in memory is written where it is. What that takes is loaded with the first batch: importing an adapter stays light. */
function scribeHere(store: () => Promise<Store>, redact: RedactionOptions | undefined): WriterThread {
  const scribe = (async () => {
    const [{ createWriter }, { createRedaction }] = await Promise.all([
      import('./pipeline/writer.ts'),
      import('./redact/redaction.ts'),
    ]);
    return createWriter(store, createRedaction(redact));
  })();
  return {
    write: async (batch) => (await scribe).write(batch),
    lease: async (size) => (await store()).lease(size),
    retain: async (keep) => (await scribe).retain(keep),
    openStore: store,
    close: async () => {},
    waitUntilIdle: () => {},
    restarts: () => 0,
  };
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
