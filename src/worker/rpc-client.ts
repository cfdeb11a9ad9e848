import { Worker } from 'node:worker_threads';
import { type ErrorCode, GatebookError } from '../errors.ts';
import type { Sliced } from './time-slice.ts';

/** A message to a worker: call a method, or cancel the call with this id. */
export type Call =
  | {
      readonly id: number;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly deadline?: number;
    }
  | { readonly id: number; readonly cancelled: true };

export type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: Failure });

export interface CallOptions {
  /** Milliseconds. */
  readonly deadline?: number;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

/** The part of an error that is sent between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** How many replies the worker has sent, shared so that a blocked thread can wait for them. */
export type RepliesSent = Int32Array<SharedArrayBuffer>;

type PendingCall = { resolve: (value: never) => void; reject: (error: Error) => void };
// biome-ignore lint/suspicious/noExplicitAny: any method
type Args<F> = F extends (...args: infer A) => any ? A : never;
// biome-ignore lint/suspicious/noExplicitAny: any method
type Result<F> = F extends (...args: any[]) => infer R ? (R extends Sliced<infer T> ? T : Awaited<R>) : never;

/** Calls methods in a worker thread. */
export interface RpcClient<Methods> {
  call<M extends keyof Methods>(
    method: M,
    args: Args<Methods[M]>,
    options?: CallOptions,
  ): Promise<Result<Methods[M]>>;
  /** Blocks this thread until every call has its reply, for at most `ms` milliseconds. */
  waitUntilIdle(ms: number): void;
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly worker: URL;
  readonly name: string;
  /** The book the worker serves, as error messages name it. Must not contain credentials. */
  readonly resource: string;
  readonly data: object;
  /** Pending calls do not keep the process alive. */
  readonly background?: boolean;
}

/**
 * V8's default lets the young generation grow to many times what a batch or a page of results needs. With less than this,
 * objects of one batch move to the old generation, which takes more time.
 */
const YOUNG_GENERATION_MB = 12;
/** Many times what a thread keeps. With a higher limit, V8 lets its heap grow to two or three times what is in use. */
const OLD_GENERATION_MB = 256;

/** Starts a worker thread. It keeps the process alive only while calls are pending. */
export function startWorker<Methods>({
  worker: url,
  name,
  resource,
  data,
  background = false,
}: WorkerOptions): RpcClient<Methods> {
  const pending = new Map<number, PendingCall>();
  const repliesSent: RepliesSent = new Int32Array(new SharedArrayBuffer(4));
  let lastId = 0;
  let ended: GatebookError | null = null;

  const worker = new Worker(url, {
    name: `gatebook ${name}`,
    workerData: { ...data, repliesSent },
    // The app's flags and preloads are not for this thread. Node 22 and 24 warn that node:sqlite is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_OPTIONS: '' },
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
    },
  });
  // Node pipes the output of a thread, and a pipe adds listeners to the streams of the app.
  for (const name of ['stdout', 'stderr'] as const)
    worker[name]
      .unpipe()
      .on('data', (chunk) => process[name].write(chunk))
      .resume();
  worker.on('message', (reply: Reply) => {
    const call = pending.get(reply.id);
    pending.delete(reply.id);
    if (pending.size === 0) worker.unref();
    if ('error' in reply) call?.reject(new GatebookError(reply.error.code, reply.error.message));
    else call?.resolve(reply.value as never);
  });
  worker.unref();
  worker.on('error', (error) => end(exited(error)));
  worker.on('exit', () => end(exited(null)));

  function end(error: GatebookError): void {
    ended ??= error;
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  }

  function exited(cause: unknown): GatebookError {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    const advice = background ? '' : ' Open the book again.';
    const message = `The worker thread for ${resource} exited unexpectedly${reason}.${advice}`;
    return new GatebookError('store-failed', message, { cause });
  }

  function send<T>(
    method: string,
    args: readonly unknown[],
    { deadline, signal }: CallOptions = {},
  ): Promise<T> {
    if (ended) return Promise.reject(ended);
    const id = ++lastId;
    worker.postMessage({ id, method, args, ...(deadline !== undefined && { deadline }) } satisfies Call);
    const reply = new Promise<T>((resolve, reject) => pending.set(id, { resolve, reject }));
    if (!background) worker.ref();
    if (!signal) return reply;
    const cancel = () => worker.postMessage({ id, cancelled: true } satisfies Call);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return reply.finally(() => signal.removeEventListener('abort', cancel));
  }

  return {
    call: (method, args, options) => send(String(method), args, options),
    waitUntilIdle(ms) {
      const end = performance.now() + ms;
      while (!ended) {
        const sent = Atomics.load(repliesSent, 0);
        const left = end - performance.now();
        if (sent >= lastId || left <= 0) return;
        Atomics.wait(repliesSent, 0, sent, left);
      }
    },
    hasEnded: () => ended !== null,
    async close() {
      if (ended) return;
      const closed = send('close', []);
      ended = new GatebookError(
        'store-closed',
        `The book at ${resource} is closed. Open it again to use it.`,
      );
      await closed;
      await worker.terminate();
    },
  };
}
