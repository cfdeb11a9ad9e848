import { type Logger, STDERR, safeLogger } from './logger.ts';
import { isSwitchedOff } from './options/switched-off.ts';
import type { QueueStats } from './pipeline/queue.ts';
import type { RecordCounts } from './record/recording.ts';
import { unmetRequirement } from './requirements.ts';
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
  drops: { memory: 0, budget: 0, disk: 0, refused: 0, closed: 0 },
  ignored: 0,
  droppedBodies: 0,
  faults: 0,
  restarts: 0,
};

const reported = new Set<string>();

/** A book that records nothing, if Gatebook is switched off or can't run in this process. In the second case it says why, once. */
export function idleBook(logger?: Logger) {
  if (isSwitchedOff()) return createIdleBook();
  const problem = unmetRequirement();
  if (problem === null) return null;
  const { warn } = logger ? safeLogger(logger) : STDERR;
  if (!reported.has(problem)) warn(`${problem} Nothing is recorded.`);
  reported.add(problem);
  return createIdleBook();
}

/** A book without profiles. */
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
    flush: async () => {},
    close: async () => {},
  };
}
