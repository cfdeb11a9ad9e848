import { extname } from 'node:path';
import { GatebookError } from '../../errors.ts';
import { type RepliesSent, type RpcClient, startWorker } from '../../worker/rpc-client.ts';
import { isSliced, runInSlices } from '../../worker/time-slice.ts';
import { type BookOptions, openMaintenance, openReader, openWriter } from './book.ts';
import { toFailure } from './failure.ts';

/** The threads of a book, and how each opens it. */
export const OPEN = { writer: openWriter, reader: openReader, maintenance: openMaintenance };

export type ThreadName = keyof typeof OPEN;
type Methods<T extends ThreadName> = ReturnType<(typeof OPEN)[T]>;
export type BookThread<T extends ThreadName> = Pick<RpcClient<Methods<T>>, 'call' | 'close'>;

export interface WorkerData extends BookOptions {
  readonly thread: ThreadName;
  readonly repliesSent: RepliesSent;
}

// The worker has the same extension as this module: .js when built, .ts in our tests.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** A worker thread that starts with the first call. */
export function bookThread<T extends ThreadName>(thread: T, options: BookOptions): BookThread<T> {
  return lazily(options.path, () =>
    startWorker<Methods<T>>({
      worker: WORKER,
      name: thread,
      resource: options.path,
      data: { thread, ...options },
    }),
  );
}

/** The same methods on the calling thread, for a thread that may block. The book is opened with the first call. */
export function onThisThread<T extends ThreadName>(thread: T, options: BookOptions): BookThread<T> {
  return lazily(options.path, () => {
    let methods: Methods<T> | null = null;
    return {
      async call(method, args, callOptions) {
        try {
          methods ??= OPEN[thread](options) as Methods<T>;
          const result = (methods[method] as (...args: readonly unknown[]) => unknown)(
            ...(args as unknown[]),
          );
          return (
            isSliced(result) ? await runInSlices(result, callOptions?.deadline, () => false) : result
          ) as never;
        } catch (error) {
          const { code, message } = toFailure(error, options.path);
          throw new GatebookError(code, message, { cause: error });
        }
      },
      close: async () => methods?.close(),
    };
  });
}

function lazily<T extends ThreadName>(path: string, start: () => BookThread<T>): BookThread<T> {
  let started: BookThread<T> | null = null;
  let closed = false;
  return {
    async call(method, args, options) {
      if (closed)
        throw new GatebookError('store-closed', `The book at ${path} is closed. Open it again to use it.`);
      started ??= start();
      return started.call(method, args, options);
    },
    async close() {
      closed = true;
      await started?.close();
    },
  };
}
