import { runOutside } from '../../job.ts';
import type { BuiltInContext } from '../context.ts';
import { prototypeOf, watchModules } from '../patching/loaded-modules.ts';
import { wrapMethods } from '../patching/wrap-method.ts';

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
export function observeBullmq(context: BuiltInContext): () => void {
  return watchModules('bullmq', {
    'dist/cjs/classes/worker.js': (exports) => patch(prototypeOf(exports, 'Worker'), context),
  });
}

function patch(worker: object, context: BuiltInContext): () => void {
  return wrapMethods(worker, {
    callProcessJob(next, self, args) {
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
    },
    // A worker outlives the request that creates it, and its commands do not belong to that request.
    run: (next, self, args) => runOutside(() => Reflect.apply(next, self, args)),
  });
}
