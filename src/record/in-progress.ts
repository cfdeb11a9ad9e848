import type { Queue } from '../pipeline/queue.ts';
import type { RunningWriter } from '../pipeline/writer/writer-thread.ts';
import { watchProcessEnd } from '../process/process-end.ts';
import { trailThatThrew } from './context.ts';
import { toException } from './exception.ts';

/** On a busy machine, the writer thread of an app that has just started takes more than a second to load. */
const MAX_WAIT_MS = 2000;

/** The requests or jobs of a book that have started and not ended. */
export interface InProgress {
  /** Records them as ended by the end of the process. */
  endAll(by: string): void;
}

/**
 * Gives an uncaught error to the request or job whose code threw it. When the process ends, records what is in progress and
 * waits until it is written. Returns a function that stops it.
 */
export function recordProcessEnd(
  inProgress: readonly InProgress[],
  queue: Pick<Queue, 'handOver'>,
  writer: Pick<RunningWriter, 'waitUntilIdle'>,
): () => void {
  return watchProcessEnd({
    uncaught(error) {
      trailThatThrew()?.fail(toException(error));
    },
    end(by) {
      for (const list of inProgress) list.endAll(by);
      queue.handOver();
      writer.waitUntilIdle(MAX_WAIT_MS);
    },
  });
}
