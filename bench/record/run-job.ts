import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job } from './host.ts';

/** Each job has a process of its own, so that none inherits what the one before did to the heap. */
export async function runJob<T>(job: Job): Promise<T> {
  const host = fork(new URL('./host.ts', import.meta.url), [JSON.stringify(job)], {
    execArgv: ['--expose-gc'],
  });
  const ended = once(host, 'exit');
  const outcome = await Promise.race([
    once(host, 'message').then(([message]) => message as T),
    ended.then(([code]) => {
      throw new Error(`The job ${job.kind} ended with ${code} and no outcome.`);
    }),
  ]);
  await ended;
  return outcome;
}
