import { extname } from 'node:path';
import { GatebookError } from '../../profile/gatebook-error.ts';
import { isPaced, pace } from '../paced.ts';
import { type Answered, startThread, type Thread } from '../thread.ts';
import { type BookOptions, openKeptBook, openReadingBook, openWritingBook } from './book.ts';
import { toFailure } from './failure.ts';

export const OPEN = { writer: openWritingBook, reader: openReadingBook, keeper: openKeptBook };

/** The sides of a book, each in a thread of its own. */
export type Side = keyof typeof OPEN;
type Methods<S extends Side> = ReturnType<(typeof OPEN)[S]>;
export type SideThread<S extends Side> = Pick<Thread<Methods<S>>, 'call' | 'close'>;

export interface WorkerData extends BookOptions {
  readonly side: Side;
  readonly answered: Answered;
}

// The thread runs what this module was loaded from: the built JavaScript, or in our tests the source.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export function startSide<S extends Side>(side: S, data: BookOptions): SideThread<S> {
  return startThread<Methods<S>>({ worker: WORKER, name: side, keeps: data.path, data: { side, ...data } });
}

/** The same in the thread that asks: for one that has nothing else to do. */
export function runSideHere<S extends Side>(side: S, data: BookOptions): SideThread<S> {
  let opened: Methods<S> | null = null;
  return {
    async call(method, args, options) {
      try {
        opened ??= OPEN[side](data) as Methods<S>;
        const result = (opened[method] as (...args: readonly unknown[]) => unknown)(...(args as unknown[]));
        return (isPaced(result) ? await pace(result, options?.deadline, () => false) : result) as never;
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
