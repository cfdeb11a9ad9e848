import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from './errors.ts';
import { bookNotes, isSqlite, openBook, sayWhereItIs } from './open-book.ts';
import type { ResolvedOptions } from './options/options.ts';
import { createPageAccess, type PageAccess } from './page-access.ts';
import { createBudget } from './pipeline/budget.ts';
import { createDetailPolicy } from './pipeline/detail-policy.ts';
import { keepAlive } from './pipeline/keep-alive.ts';
import { createQueue, type QueueStats } from './pipeline/queue.ts';
import type { RunningWriter } from './pipeline/writer/writer-thread.ts';
import { shareStats } from './process-stats.ts';
import type { ProfileJson } from './profile/entry-json.ts';
import { createTokens, type Tokens } from './profile/token.ts';
import type { AdapterHost } from './record/adapters/adapter.ts';
import { type Allowed, mountedPage, type PageHandler } from './record/adapters/mounted-page.ts';
import { createBodySettings } from './record/bodies/watched-bodies.ts';
import { createHeldVisits } from './record/held-visits.ts';
import { runJobOf, shareAppFunctions } from './record/instrumentation/app.ts';
import { startInstrumentations } from './record/instrumentation/built-in.ts';
import { createInstrumentationContext } from './record/instrumentation/context.ts';
import { openJobs } from './record/job.ts';
import { LoadMeter } from './record/load-meter.ts';
import { recordProcessEnd, recordProcessLife } from './record/process-life.ts';
import { createRecorder } from './record/recorder.ts';
import type { RecordCounts, RecordingBook } from './record/recording-book.ts';
import { createToolbar, type Toolbar } from './record/toolbar/toolbar.ts';
import { TextBudget } from './record/trail-items.ts';
import type { Search, SearchOptions, SearchResult } from './search-book.ts';
import { type Grant, NOTHING } from './serve/access/access.ts';
import { mountedPath, pagePath } from './serve/access/page-path.ts';
import type { mountPage, PageGrant } from './serve/mount.ts';
import type { Store } from './store/store.ts';

/** `recorded = stored + dropped + held + spooled`, at any time. */
export interface GatebookStats extends QueueStats, RecordCounts {
  /** How many times the writer thread was restarted after a crash. */
  readonly restarts: number;
}

/** A running Gatebook. */
export interface Gatebook {
  /**
   * Finds recorded requests, newest first, including those that were answered just now.
   * @example
   * const { entries, total, cursor } = await book.search('status:5xx since:1h', { limit: 50 });
   * @example
   * for await (const { token, url } of book.search('url:/checkout')) console.log(token, url);
   */
  search(query: string, options?: SearchOptions): Search;
  /** A profile by its token, with its detail; `null` if it does not exist or has expired. */
  get(token: string): Promise<ProfileJson | null>;
  stats(): GatebookStats;
  /**
   * Runs work that no request started, such as a scheduled task or a message from a queue, and records it in this book as a profile of
   * the kind `job`. Inside of a request or of another job it is a sub-request.
   * @example
   * await book.job('send invoices', () => sendInvoices(month));
   */
  job<Result>(name: string, run: () => Result): Result;
  /**
   * Middleware that shows the page to those whom your app lets in, where it knows them. The page is served nowhere else then, and has
   * no key. Only `true` opens it.
   * @example
   * app.use(session(options));
   * app.use(book.page((request) => request.session?.user?.isAdmin === true));
   */
  page<Request = IncomingMessage>(
    allow: (request: Request) => boolean | undefined | Promise<boolean | undefined>,
  ): PageHandler<Request>;
  /** Writes everything recorded so far. */
  flush(): Promise<void>;
  /** Stops recording, writes what is left and closes the book. Never rejects: errors go to the logger. */
  close(): Promise<void>;
  /** The store behind the book, for what `search` and `get` do not offer. */
  store(): Promise<Store>;
}

const RETAIN_EVERY_MS = 60_000;
/** SQLite writes small batches as fast as large ones, and they take less memory. A server prefers large ones. */
const SQLITE_BATCH = 200;
/** How long a search waits for the newest requests to be written. */
const FRESH_MS = 500;
const OUTCOMES = {
  held: 'Requests are kept in memory and writing is retried.',
  dropped: 'Some requests were dropped (see stats().drops).',
};

/** Puts the parts together: recorder, queue, writer and store, and the page when it is first requested. */
export function createGatebook(
  options: ResolvedOptions,
  onClose: () => void,
): { readonly book: Gatebook; readonly host: AdapterHost } {
  const { logger } = options;
  const { writer, store, closeStore, stopOpening } = openBook(options);
  const access = createPageAccess(options, store);
  const queue = createQueue({
    writer,
    budget: createBudget(options.budget),
    ...(isSqlite(options.storage) && { batchDrafts: SQLITE_BATCH }),
    onTrouble: (error, outcome) =>
      logger.warn(`${messageOf(error)} ${OUTCOMES[outcome]} Your app is not affected.`),
    onRecovery() {
      access.onRecovery();
      logger.info('Writing works again.');
    },
    say: logger,
  });
  const counts: RecordCounts = { ignored: 0, droppedBodies: 0, faults: 0 };
  const load = new LoadMeter();
  const running = new Set<string>();
  // Without details libraries need not be observed. What the app says of a request is still recorded in its entry.
  const instrumentations =
    options.instrumentations && options.details === 'none' ? [] : options.instrumentations;
  const recordingBook: RecordingBook = {
    queue,
    counts,
    trails: instrumentations && { load, text: new TextBudget(), instrumentations: running },
    ...(options.toolbar && { toolbar: lazyToolbar(writer, access, options.path) }),
    ...(options.bodies &&
      options.details !== 'none' && { bodies: createBodySettings(options.bodies, counts) }),
    details: createDetailPolicy(options.details),
    ignore: options.ignore,
    userOf: options.userOf,
    clientOf: options.clientOf,
  };
  const stopInstrumentations = startInstrumentations(
    instrumentations,
    createInstrumentationContext(recordingBook, load),
    running,
    () => counts.faults++,
  );
  const recorder = createRecorder(recordingBook, (server, isCertain) => {
    access.onListen(server, isCertain);
    if (isCertain) life?.ready(server);
  });
  const jobs = openJobs(recordingBook);
  const visits = createHeldVisits();
  const closeApp = shareAppFunctions();
  // A failure is retried a minute later; a broken store also shows when profiles are written.
  const retention = setInterval(
    () => void writer.retain(options.keep).catch(() => {}),
    RETAIN_EVERY_MS,
  ).unref();
  // Leases seqs before the first request. If the store can't be opened, the first write reports it.
  queue.seqs.take();
  void sayWhereItIs(options, writer);

  const inProgress = [recorder, jobs, visits];
  const shared = shareStats(options, writer, () => book.stats(), {
    inProgress,
    isNoted: () => life !== null,
  });
  const life = recordProcessLife({
    writer,
    storage: options.storage,
    report: shared.name,
    hasDetails: options.details !== 'none',
  });
  const cancelProcessEnd = recordProcessEnd(inProgress, life, queue, writer);

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    recorder.stop();
    jobs.close();
    visits.endAll('');
    closeApp();
    stopInstrumentations();
    cancelProcessEnd();
    clearInterval(retention);
    shared.stop();
    await queue.close();
    await life?.stop();
    // Does not open a store only to close it.
    stopOpening();
    await Promise.all([writer.close(), closeStore()]).catch((error: unknown) =>
      logger.warn(`Closing the book failed: ${messageOf(error)}`),
    );
    onClose();
  }

  async function freshStore(): Promise<Store> {
    const timeout = new Promise((resolve) => setTimeout(resolve, FRESH_MS).unref());
    await Promise.race([queue.flush(), timeout]);
    return store();
  }

  let page: Promise<ReturnType<typeof mountPage>> | null = null;
  let hasPageFailed = false;
  function show(request: IncomingMessage, response: ServerResponse, grant: PageGrant): void {
    const recording = recorder.recordingOf(request, response);
    // Visits and logins are not recorded, but attempts to get in are.
    const isLocked = grant.to === 'login' && grant.proof === null;
    if (grant.to === 'assets') recording?.holdBack((record) => response.statusCode >= 400 && record());
    else if (!isLocked) recording?.discard();
    const isVisit = isLocked && request.method === 'GET';
    const visit = {
      id: isVisit && recording ? visits.hold(recording) : '',
      onLogin(from: string) {
        recording?.discard();
        visits.discard(from);
      },
    };
    page ??= import('./serve/mount.ts').then(({ mountPage }) =>
      mountPage({
        base: options.path,
        store,
        flush: queue.flush,
        stats: book.stats,
        allStats: shared.all,
        service: [options.process.service, options.process.release].filter((name) => name !== '').join(' · '),
        notes: bookNotes(options),
        credentials: access.credentials(),
      }),
    );
    page
      .then((serve) => serve(request, response, grant, visit))
      .catch((error: unknown) => {
        if (!hasPageFailed) logger.warn(`The page failed: ${messageOf(error)}`);
        hasPageFailed = true;
        response.destroy();
      });
  }

  function servePage(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const path = pagePath(options.path, request.url ?? '');
    if (path === null) return false;
    const settle = (grant: Grant): boolean => {
      if (grant.to === 'nothing') return false;
      show(request, response, grant);
      return true;
    };
    const grant = access.decide(request, path);
    return grant instanceof Promise ? grant.then(settle) : settle(grant);
  }

  function serveMounted(request: IncomingMessage, response: ServerResponse, allowed: Allowed): boolean {
    const path = mountedPath(options.path, request);
    const grant = path === null ? NOTHING : access.decideMounted(allowed, path);
    if (grant.to === 'nothing') return false;
    show(request, response, grant);
    return true;
  }

  const open = () => keepAlive(freshStore());
  const searchBook = () => import('./search-book.ts');
  const book: Gatebook = {
    search(query, searchOptions = {}) {
      let result: Promise<SearchResult> | null = null;
      return {
        // biome-ignore lint/suspicious/noThenProperty: a search is awaited for one page and iterated for all
        then(onResult, onError) {
          result ??= searchBook().then(({ searchPage }) => searchPage(open, query, searchOptions));
          return result.then(onResult, onError);
        },
        async *[Symbol.asyncIterator]() {
          const { searchAll } = await searchBook();
          yield* searchAll(open, query, searchOptions);
        },
      };
    },
    page(allow) {
      access.mount();
      return mountedPage(allow, (request) => mountedPath(options.path, request) !== null, serveMounted);
    },
    job: (name, run) => runJobOf(jobs, name, run),
    get: async (token) => (await searchBook()).getProfile(open, token),
    store,
    stats: () => ({ ...queue.stats(), ...counts, restarts: writer.restarts() }),
    flush: () => keepAlive(queue.flush()),
    close() {
      closing ??= keepAlive(close());
      return closing;
    },
  };
  const { watch, watchListener, expectServer, recordingOf: record } = recorder;
  return { book, host: { watch, watchListener, expectServer, record, servePage } };
}

/** A toolbar that works as soon as the writer has returned the token key. */
function lazyToolbar(writer: RunningWriter, access: PageAccess, base: string): Toolbar {
  let tokens: Tokens | null = null;
  let loading = false;
  async function load(): Promise<void> {
    if (loading) return;
    loading = true;
    // If the book can't be opened, the first write reports it.
    const key = await writer.tokenKey().catch(() => null);
    tokens = key && createTokens(key);
    loading = false;
  }
  void load();
  const toolbar = createToolbar({ base, tokens: () => tokens });
  return (request, response, seq) => {
    if (pagePath(base, request.url ?? '') !== null || !access.showsToolbar(request)) return;
    if (!tokens) void load();
    toolbar(request, response, seq);
  };
}
