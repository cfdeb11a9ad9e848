import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { GatebookError } from '../../profile/gatebook-error.ts';
import { createTokens, type TokenKey } from '../../profile/token.ts';
import type { Store } from '../store.ts';
import type { Book } from './book.ts';
import { type Answer, type Call, OPENED } from './protocol.ts';

type Method = Call['method'];
type Settle = { resolve: (value: never) => void; reject: (error: Error) => void };

// The thread runs what this module was loaded from: the built JavaScript, or in our tests the source.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** A SQLite book in a thread of its own. The thread never keeps the process alive, except while it has work. */
export async function openSqliteStore(path: string, options: { create: boolean }): Promise<Store> {
  const waiting = new Map<number, Settle>();
  let lastId = OPENED;
  let closed = false;

  const worker = new Worker(WORKER, {
    name: 'gatebook',
    workerData: { path, create: options.create },
    // Not the app's own flags and loaders; and no word of node:sqlite's former status on Node 22 and 24.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  worker.on('message', (answer: Answer) => {
    const settle = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) settle?.reject(new GatebookError(answer.error.code, answer.error.message));
    else settle?.resolve(answer.value as never);
  });
  worker.on('error', (error) => fail(error));
  worker.on('exit', () => fail(null));

  function fail(cause: unknown): void {
    const wasClosed = closed;
    closed = true;
    const error = wasClosed ? closedError() : lostError(cause);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function lostError(cause: unknown): GatebookError {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    return new GatebookError(
      'store-failed',
      `The thread that keeps ${path} has ended${reason}. Open it again.`,
      { cause },
    );
  }

  function closedError(): GatebookError {
    return new GatebookError('store-closed', `The book at ${path} is closed. Open it again to use it.`);
  }

  function settled<T>(id: number): Promise<T> {
    worker.ref();
    return new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  function call<M extends Method>(method: M, ...args: Parameters<Book[M]>): Promise<ReturnType<Book[M]>> {
    if (closed) return Promise.reject(closedError());
    const id = ++lastId;
    worker.postMessage({ id, method, args });
    return settled(id);
  }

  const tokenKey = await settled<TokenKey>(OPENED).catch(async (error: unknown) => {
    closed = true;
    await worker.terminate();
    throw error;
  });

  return {
    tokens: createTokens(tokenKey),
    write: (batch) => call('write', batch),
    search: (criteria) => call('search', criteria),
    count: (terms, cap) => call('count', terms, cap),
    get: (token) => call('get', token),
    lease: (size) => call('lease', size),
    prune: (before) => call('prune', before),
    async close() {
      if (closed) return;
      const done = call('close');
      closed = true;
      await done;
      await worker.terminate();
    },
  };
}
