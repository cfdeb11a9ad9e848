import type { Draft } from '../pipeline/draft/draft.ts';
import type { Queue } from '../pipeline/queue.ts';
import type { RunningWriter } from '../pipeline/writer/writer-thread.ts';
import { type ProcessExit, watchProcessEnd } from '../process/process-end.ts';
import { PROCESS_VANISHED } from '../profile/entry.ts';
import { seqThatThrew, trailThatThrew } from './context.ts';
import type { ProcessLife } from './process-life.ts';
import { UncaughtError } from './uncaught-error.ts';

/** On a busy machine, the writer thread of an app that has just started takes more than a second to load. */
const MAX_WAIT_MS = 2000;

/** A request or job that has started and not ended. */
export interface Unfinished {
  /** A value of `performance.now()`. */
  readonly startedAt: number;
  /** What is recorded of it if the process ends without a word. */
  progress(): Draft;
}

/** What is not known of a request before it ends. */
export const NOT_ENDED = {
  duration: 0,
  responseBytes: 0,
  traceparent: '',
  error: PROCESS_VANISHED,
  user: '',
  tags: [],
  queryTimes: [],
  state: 'policy',
  detail: null,
  stages: [],
} as const satisfies Partial<Draft>;

/** The requests or jobs of a book that have started and not ended. */
export interface InProgress {
  /** Records them as ended by the end of the process. */
  endAll(by: string): void;
  /** Those that are recorded if the process ends without a word, the oldest first. */
  unfinished?(): Iterable<Unfinished>;
}

/**
 * Gives an uncaught error to the request or job whose code threw it. When the process ends, records what is in progress and
 * the end itself, and waits until it is written. Returns a function that stops it.
 */
export function recordProcessEnd(
  inProgress: readonly InProgress[],
  life: ProcessLife | null,
  queue: Pick<Queue, 'handOver'>,
  writer: Pick<RunningWriter, 'waitUntilIdle'>,
): () => void {
  return watchProcessEnd({
    uncaught(error) {
      const uncaught = new UncaughtError(error);
      trailThatThrew()?.fail(uncaught);
      life?.uncaught(uncaught, seqThatThrew());
    },
    end(exit: ProcessExit) {
      for (const list of inProgress) list.endAll(exit.by);
      queue.handOver();
      life?.exit(exit);
      writer.waitUntilIdle(MAX_WAIT_MS);
    },
  });
}
