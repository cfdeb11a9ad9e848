import type { Draft } from '../pipeline/draft/draft.ts';
import type { Queue } from '../pipeline/queue.ts';
import type { RunningWriter } from '../pipeline/writer/writer-thread.ts';
import { type ProcessExit, watchProcessEnd } from '../process/process-end.ts';
import { seqThatThrew, trailThatThrew } from './context.ts';
import { UncaughtError } from './exception.ts';
import type { ProcessLife } from './process-life.ts';

/** Platforms give ten seconds. On a busy machine, the writer thread of an app that has just started takes two to load. */
const MAX_WAIT_MS = 4000;

/** A request or job that has started and not ended. */
export interface Unfinished {
  /** A value of `performance.now()`. */
  readonly startedAt: number;
  /** What is recorded of it if the process ends without a word. */
  progress(): Draft;
}

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
