import { Worker } from 'node:worker_threads';
import { type ErrorCode, GatebookError } from '../errors.ts';
import type { Sliced } from './time-slice.ts';

/** What a thread is asked: a method by name, or to call off an earlier question. */
export type Call =
  | {
      readonly id: number;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly deadline?: number;
    }
  | { readonly id: number; readonly cancelled: true };

export type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: Failure });

/** A deadline in milliseconds, and a signal that cancels the call. */
export interface CallOptions {
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** An error that survives the way between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** How many calls a thread has answered, for whoever can only block and wait. */
export type RepliesSent = Int32Array<SharedArrayBuffer>;

type Settle = { resolve: (value: never) => void; reject: (error: Error) => void };
// biome-ignore lint/suspicious/noExplicitAny: any method
type Args<F> = F extends (...args: infer A) => any ? A : never;
// biome-ignore lint/suspicious/noExplicitAny: any method
type Result<F> = F extends (...args: any[]) => infer R ? (R extends Sliced<infer T> ? T : Awaited<R>) : never;

/** Methods in a thread of their own. */
export interface RpcClient<Methods> {
  call<M extends keyof Methods>(
    method: M,
    args: Args<Methods[M]>,
    options?: CallOptions,
  ): Promise<Result<Methods[M]>>;
  /** Blocks until all that was asked is answered, at most for so long. */
  waitUntilIdle(ms: number): void;
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly worker: URL;
  readonly name: string;
  /** What it keeps, as messages name it. */
  readonly keeps: string;
  readonly data: object;
  /** It never keeps the process alive, not even while it has work. */
  readonly background?: boolean;
}

/** Starts a thread. It does not keep the process alive, except while it has work. */
export function startWorker<Methods>({
  worker: url,
  name,
  keeps,
  data,
  background = false,
}: WorkerOptions): RpcClient<Methods> {
  const waiting = new Map<number, Settle>();
  const answered: RepliesSent = new Int32Array(new SharedArrayBuffer(4));
  let lastId = 0;
  let ended: GatebookError | null = null;

  const worker = new Worker(url, {
    name: `gatebook ${name}`,
    workerData: { ...data, answered },
    // Not the app's own flags and preloads; and no word of node:sqlite's former status on Node 22 and 24.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  worker.on('message', (answer: Reply) => {
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
    const message = `The thread that keeps ${keeps} has ended${reason}.${background ? '' : ' Open it again.'}`;
    return new GatebookError('store-failed', message, { cause });
  }

  function ask<T>(
    method: string,
    args: readonly unknown[],
    { deadline, signal }: CallOptions = {},
  ): Promise<T> {
    if (ended) return Promise.reject(ended);
    const id = ++lastId;
    worker.postMessage({ id, method, args, ...(deadline !== undefined && { deadline }) } satisfies Call);
    const answer = new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
    if (!background) worker.ref();
    if (!signal) return answer;
    const cancel = () => worker.postMessage({ id, cancelled: true } satisfies Call);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return answer.finally(() => signal.removeEventListener('abort', cancel));
  }

  return {
    call: (method, args, options) => ask(String(method), args, options),
    waitUntilIdle(ms) {
      const end = performance.now() + ms;
      for (let done = Atomics.load(answered, 0); done < lastId && !ended; done = Atomics.load(answered, 0)) {
        const left = end - performance.now();
        if (left <= 0) return;
        Atomics.wait(answered, 0, done, left);
      }
    },
    hasEnded: () => ended !== null,
    async close() {
      if (ended) return;
      const done = ask('close', []);
      ended = new GatebookError('store-closed', `The book at ${keeps} is closed. Open it again to use it.`);
      await done;
      await worker.terminate();
    },
  };
}
