import { runOutside } from '../../job.ts';
import type { BuiltInContext } from '../context.ts';
import { prototypeOf, type Undo, watchModule } from '../patching/loaded-modules.ts';
import { type Method, undoAll, wrapMethod } from '../patching/observe-method.ts';

/** The parts of a worker and a job that this code reads. Never the data of the job. */
interface Worker {
  readonly name?: unknown;
}
interface Job {
  readonly name?: unknown;
  readonly id?: unknown;
  readonly attemptsMade?: unknown;
  /** From version 5 on. Before, `attemptsMade` includes the one that runs. */
  readonly attemptsStarted?: unknown;
}

/** Errors with which a job says that it will go on later. */
const POSTPONED: ReadonlySet<unknown> = new Set([
  'DelayedError',
  'WaitingError',
  'WaitingChildrenError',
  'RateLimitError',
]);

/** Jobs of BullMQ workers: each attempt is a profile. */
export const bullmqInstrumentation = {
  name: 'bullmq',
  start(context: BuiltInContext): () => void {
    return watchModule({
      packageName: 'bullmq',
      file: 'dist/cjs/classes/worker.js',
      patch: (exports) => patch(prototypeOf(exports, 'Worker'), context),
    });
  },
};

function patch(worker: Record<string, Method>, context: BuiltInContext): Undo {
  if (typeof worker.callProcessJob !== 'function' || typeof worker.run !== 'function') return undefined;
  const stops = [
    wrapMethod(worker, 'callProcessJob', (next, self, args) => {
      const { name, id, attemptsMade, attemptsStarted } = Object(args[0]) as Job;
      const job = {
        name: `${(self as Worker).name}/${name}`,
        observedBy: 'bullmq',
        isFailure: (error: unknown) => !POSTPONED.has(Object(error).name),
      };
      return context.runJob(job, () => {
        context.note('job id', id);
        context.note('attempt', attemptsStarted ?? attemptsMade);
        return Reflect.apply(next, self, args);
      });
    }),
    // A worker that a request creates goes on after it, and its commands are not the request's.
    wrapMethod(worker, 'run', (next, self, args) => runOutside(() => Reflect.apply(next, self, args))),
  ];
  return undoAll(stops);
}
