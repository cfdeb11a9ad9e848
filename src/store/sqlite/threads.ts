import { extname } from 'node:path';
import { GatebookError } from '../../errors.ts';
import { type RepliesSent, type RpcClient, startWorker } from '../../worker/rpc-client.ts';
import { isSliced, runInSlices } from '../../worker/time-slice.ts';
import { type BookOptions, openKeptBook, openReadingBook, openWritingBook } from './book.ts';
import { toFailure } from './failure.ts';

export const OPEN = { writer: openWritingBook, reader: openReadingBook, keeper: openKeptBook };

/** The sides of a book, each in a thread of its own. */
export type ThreadName = keyof typeof OPEN;
type Methods<S extends ThreadName> = ReturnType<(typeof OPEN)[S]>;
export type BookThread<S extends ThreadName> = Pick<RpcClient<Methods<S>>, 'call' | 'close'>;

export interface WorkerData extends BookOptions {
  readonly side: ThreadName;
  readonly answered: RepliesSent;
}

// The thread runs what this module was loaded from: the built JavaScript, or in our tests the source.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export function startBookThread<S extends ThreadName>(side: S, data: BookOptions): BookThread<S> {
  return startWorker<Methods<S>>({ worker: WORKER, name: side, keeps: data.path, data: { side, ...data } });
}

/** The same in the thread that asks: for one that has nothing else to do. */
export function runInThisThread<S extends ThreadName>(side: S, data: BookOptions): BookThread<S> {
  let opened: Methods<S> | null = null;
  return {
    async call(method, args, options) {
      try {
        opened ??= OPEN[side](data) as Methods<S>;
        const result = (opened[method] as (...args: readonly unknown[]) => unknown)(...(args as unknown[]));
        return (
          isSliced(result) ? await runInSlices(result, options?.deadline, () => false) : result
        ) as never;
      } catch (error) {
        const { code, message } = toFailure(error, data.path);
        throw new GatebookError(code, message, { cause: error });
      }
    },
    async close() {
      opened?.close();
      opened = null;
    },
  };
}
