import { badOption, describeValue, GatebookError } from './errors.ts';
import { createGatebook, type Gatebook } from './gatebook.ts';
import { type Logger, STDERR, safeLogger } from './logger.ts';
import { resolveWithEnvironment } from './options/environment.ts';
import type { GatebookOptions } from './options/options.ts';
import type { QueueStats } from './pipeline/queue.ts';
import type { Adapter } from './record/adapters/adapter.ts';
import { mountedPage } from './record/adapters/mounted-page.ts';
import { shared } from './record/package-copies.ts';
import type { RecordCounts } from './record/recording-book.ts';
import { isSwitchedOff, unmetRequirement } from './requirements.ts';
import type { Search, SearchResult } from './search-book.ts';
import { openStore } from './store/open-store.ts';

const NOTHING: SearchResult = {
  entries: [],
  total: 0,
  totalIsCapped: false,
  cursor: null,
  newerCursor: null,
  searchedTo: null,
  suggestions: [],
};

const NO_STATS: QueueStats & RecordCounts & { readonly restarts: number } = {
  recorded: 0,
  stored: 0,
  dropped: 0,
  held: 0,
  heldBytes: 0,
  spooled: 0,
  spoolBytes: 0,
  drops: { memory: 0, budget: 0, disk: 0, refused: 0, closed: 0, spool: 0 },
  ignored: 0,
  droppedBodies: 0,
  faults: 0,
  restarts: 0,
};

/** Apps with a book. Nest's apps are proxies that refuse new properties, so they can't carry a mark. */
const attachedApps = new WeakSet<object>();
/** Why Gatebook can't run, as it was reported. */
const reported = new Set<string>();

/**
 * Records an app through an adapter. With `gatebook/register`, the app is recorded in the book of the process.
 * @throws a `bad-option` error for a wrong option or app, `already-attached` if the app has a book already.
 */
export function attach<App extends object>(
  adapter: Adapter<App>,
  app: App,
  options?: GatebookOptions,
): Gatebook {
  const idle = idleBook(options?.logger);
  if (idle) return idle;
  const joined = shared.preload?.attach(adapter, app, options);
  if (joined) return joined as Gatebook;
  checkApp(adapter, app);
  const resolved = resolveWithEnvironment(options);
  const release = markAttached(app);
  const { book, host } = createGatebook(resolved, release);
  adapter.attach(app, host);
  return book;
}

export function checkApp(adapter: Adapter<never>, app: object): void {
  if (!adapter.isApp(app))
    throw badOption(`gatebook() for ${adapter.name} expects ${adapter.expects}, got ${describeValue(app)}.`);
  if (attachedApps.has(app))
    throw new GatebookError(
      'already-attached',
      `gatebook() was already called for this ${adapter.name} app. Call it once, or close the first book before.`,
    );
}

/** Whether `gatebook()` was called for this app, and its book is open. */
export function isAttached(app: object): boolean {
  return attachedApps.has(app);
}

/** Returns a function that takes the mark back. */
export function markAttached(app: object): () => void {
  attachedApps.add(app);
  return () => {
    attachedApps.delete(app);
  };
}

/** A book that records nothing, if Gatebook is switched off or can't run in this process. Logs once why it can't. */
function idleBook(logger?: Logger) {
  if (isSwitchedOff()) return createIdleBook();
  const problem = unmetRequirement();
  if (problem === null) return null;
  const { warn } = logger ? safeLogger(logger) : STDERR;
  if (!reported.has(problem)) warn(`${problem} Nothing is recorded.`);
  reported.add(problem);
  return createIdleBook();
}

function createIdleBook() {
  return {
    search: (): Search => ({
      // biome-ignore lint/suspicious/noThenProperty: a search is awaited for one page and iterated for all
      then: (onResult, onError) => Promise.resolve(NOTHING).then(onResult, onError),
      async *[Symbol.asyncIterator]() {},
    }),
    job: <Result>(_name: string, run: () => Result) => run(),
    get: async () => null,
    store: () => openStore('memory:'),
    stats: () => ({ ...NO_STATS }),
    page: <Request>(allow: (request: Request) => unknown) =>
      mountedPage(
        allow,
        () => false,
        () => false,
      ),
    flush: async () => {},
    close: async () => {},
  };
}
