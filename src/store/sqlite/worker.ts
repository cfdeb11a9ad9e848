import { setImmediate as others } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { GatebookError } from '../../profile/gatebook-error.ts';
import { DEFAULT_DEADLINE } from '../store.ts';
import { openKeptBook, openReadingBook, openWritingBook } from './book.ts';
import type { Answer, Call, Failure, WorkerData } from './protocol.ts';
import type { Paced } from './search.ts';

/** How long a question may keep the others waiting. */
const SLICE_MS = 10;

const OPEN = { writer: openWritingBook, reader: openReadingBook, keeper: openKeptBook };

if (parentPort) run(parentPort, workerData as WorkerData);

function run(port: MessagePort, { side, ...options }: WorkerData): void {
  const cancelled = new Set<number>();
  const answer = async (id: number, work: () => unknown, deadline?: number) => {
    try {
      const result = work();
      const value = isPaced(result) ? await pace(result, deadline, () => cancelled.delete(id)) : result;
      port.postMessage({ id, value } satisfies Answer);
    } catch (error) {
      port.postMessage({ id, error: toFailure(error, options.path) } satisfies Answer);
    }
  };

  // The reader and the keeper open the book when they are first asked: by then the writer has made it.
  let opened: Record<string, unknown> | undefined;
  const book = () => {
    opened ??= OPEN[side](options) as Record<string, unknown>;
    return opened;
  };
  port.on('message', (call: Call) => {
    if ('cancelled' in call) {
      cancelled.add(call.id);
    } else if (call.method === 'close') {
      void answer(call.id, () => (opened?.close as (() => void) | undefined)?.());
      port.close();
    } else {
      void answer(
        call.id,
        () => (book()[call.method] as (...args: readonly unknown[]) => unknown)(...call.args),
        call.deadline,
      );
    }
  });
}

/** Runs a question until it is answered, its time is up or nobody wants to know any more. */
async function pace<T>(work: Paced<T>, deadline = DEFAULT_DEADLINE, isCancelled: () => boolean): Promise<T> {
  const end = performance.now() + deadline;
  let slice = performance.now() + SLICE_MS;
  for (let step = work.next(); ; ) {
    if (step.done) return step.value;
    const now = performance.now();
    if (now > slice) {
      await others();
      slice = performance.now() + SLICE_MS;
    }
    step = work.next(now < end && !isCancelled());
  }
}

function isPaced(value: unknown): value is Paced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}

/** SQLite's codes for a number that is taken, and for a value its column refuses. */
const TAKEN = 1555;
const REFUSED = new Set([19, 20, 25]);

function toFailure(error: unknown, path: string): Failure {
  if (error instanceof GatebookError) return { code: error.code, message: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  if (errcode === TAKEN) {
    return {
      code: 'seq-taken',
      message: 'The batch holds a seq that the book already has. Lease each seq once.',
    };
  }
  if (REFUSED.has(errcode & 0xff) || (error instanceof TypeError && 'code' in error)) {
    return {
      code: 'profile-refused',
      message: `The book at ${path} can't hold a profile of this batch: ${reason}.`,
    };
  }
  return { code: 'store-failed', message: `The book at ${path} could not be used: ${reason}.` };
}
