import { GatebookError } from '../../errors.ts';
import { codeFile } from '../../package-files.ts';
import { type RepliesSent, type RpcClient, startWorker } from '../../worker/rpc-client.ts';
import { isSliced, runInSlices } from '../../worker/time-slice.ts';
import { type BookOptions, openReader, openWriter } from './book.ts';
import { toFailure } from './files/failure.ts';

/** The threads of a book, and how each opens it. */
export const OPEN = { writer: openWriter, reader: openReader };

type ThreadName = keyof typeof OPEN;
type Methods<T extends ThreadName> = ReturnType<(typeof OPEN)[T]>;
type BookThread<T extends ThreadName> = Pick<RpcClient<Methods<T>>, 'call' | 'close'>;

export interface WorkerData extends BookOptions {
  readonly thread: ThreadName;
  readonly repliesSent: RepliesSent;
}

/** A reader that is idle ends after this time. The next call starts it again. */
const IDLE_MS = 60_000;

/** A worker thread that starts with the first call. */
export function bookThread<T extends ThreadName>(thread: T, options: BookOptions): BookThread<T> {
  const start = () =>
    startWorker<Methods<T>>({
      worker: codeFile('store/sqlite', 'worker'),
      name: thread,
      resource: options.path,
      data: { thread, ...options },
    });
  return lazily(options.path, start, thread === 'reader' ? IDLE_MS : undefined);
}

/** Calls the methods on the calling thread, which may block. The book is opened with the first call. */
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
            isSliced(result) ? await runInSlices(result, callOptions?.deadline, () => false) : await result
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

function lazily<T extends ThreadName>(
  path: string,
  start: () => BookThread<T>,
  idleMs = Number.POSITIVE_INFINITY,
): BookThread<T> {
  let started: BookThread<T> | null = null;
  let closed = false;
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWhenIdle(): void {
    if (pending > 0 || closed || idleMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => {
      const idle = started;
      started = null;
      // No caller waits for it, so a rejection would end the app.
      idle?.close().catch(() => {});
    }, idleMs).unref();
  }

  return {
    async call(method, args, options) {
      if (closed)
        throw new GatebookError('store-closed', `The book at ${path} is closed. Open it again to use it.`);
      clearTimeout(timer);
      started ??= start();
      pending++;
      try {
        return await started.call(method, args, options);
      } finally {
        pending--;
        endWhenIdle();
      }
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await started?.close();
    },
  };
}
