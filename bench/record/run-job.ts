import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job } from './host.ts';

/** Runs each job in a new process, so that it starts with a clean heap. */
export async function runJob<T>(job: Job): Promise<T> {
  const host = fork(new URL('./host.ts', import.meta.url), [JSON.stringify(job)], {
    execArgv: ['--expose-gc'],
  });
  const ended = once(host, 'exit');
  const result = await Promise.race([
    once(host, 'message').then(([message]) => message as T),
    ended.then(([code]) => {
      throw new Error(`The job ${job.kind} exited with ${code} before it sent a result.`);
    }),
  ]);
  await ended;
  return result;
}
