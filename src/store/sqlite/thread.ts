import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { AskOptions } from '../store.ts';
import type { Answer, Side, Sides, WorkerData } from './protocol.ts';
import type { Paced } from './search.ts';

type Settle = { resolve: (value: never) => void; reject: (error: Error) => void };
type Method<S extends Side> = keyof Sides[S];
// biome-ignore lint/suspicious/noExplicitAny: any method of a side
type Args<F> = F extends (...args: infer A) => any ? A : never;
// biome-ignore lint/suspicious/noExplicitAny: any method of a side
type Result<F> = F extends (...args: any[]) => infer R ? (R extends Paced<infer T> ? T : R) : never;

/** One side of a book in a thread of its own. It never keeps the process alive, except while it has work. */
export interface Thread<S extends Side> {
  call<M extends Method<S>>(
    method: M,
    args: Args<Sides[S][M]>,
    options?: AskOptions,
  ): Promise<Result<Sides[S][M]>>;
  close(): Promise<void>;
}

// The thread runs what this module was loaded from: the built JavaScript, or in our tests the source.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export function startThread<S extends Side>(side: S, data: Omit<WorkerData, 'side'>): Thread<S> {
  const { path } = data;
  const waiting = new Map<number, Settle>();
  let lastId = 0;
  let ended: GatebookError | null = null;

  const worker = new Worker(WORKER, {
    name: `gatebook ${side}`,
    workerData: { side, ...data } satisfies WorkerData,
    // Not the app's own flags and preloads; and no word of node:sqlite's former status on Node 22 and 24.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  worker.on('message', (answer: Answer) => {
    const settle = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) settle?.reject(new GatebookError(answer.error.code, answer.error.message));
    else settle?.resolve(answer.value as never);
  });
  worker.unref();
  worker.on('error', (error) => end(lost(error)));
  worker.on('exit', () => end(lost(null)));

  function end(error: GatebookError): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  function lost(cause: unknown): GatebookError {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    const message = `The thread that keeps ${path} has ended${reason}. Open it again.`;
    return new GatebookError('store-failed', message, { cause });
  }

  function ask<T>(
    method: string,
    args: readonly unknown[],
    { deadline, signal }: AskOptions = {},
  ): Promise<T> {
    if (ended) return Promise.reject(ended);
    const id = ++lastId;
    worker.postMessage({ id, method, args, ...(deadline !== undefined && { deadline }) });
    const cancel = () => worker.postMessage({ id, cancelled: true });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    worker.ref();
    const answered = new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
    return answered.finally(() => signal?.removeEventListener('abort', cancel));
  }

  return {
    call: (method, args, options) => ask(String(method), args, options),
    async close() {
      if (ended) return;
      const done = ask('close', []);
      ended = new GatebookError('store-closed', `The book at ${path} is closed. Open it again to use it.`);
      await done;
      await worker.terminate();
    },
  };
}
