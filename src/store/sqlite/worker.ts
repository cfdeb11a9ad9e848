import { parentPort, workerData } from 'node:worker_threads';
import { GatebookError } from '../../profile/gatebook-error.ts';
import { type Book, openBook } from './book.ts';
import { type Answer, type Call, type Failure, OPENED } from './protocol.ts';

if (parentPort) run(parentPort, workerData as { path: string; create: boolean });

function run(
  port: NonNullable<typeof parentPort>,
  { path, create }: { path: string; create: boolean },
): void {
  const answer = (id: number, work: () => unknown) => {
    try {
      port.postMessage({ id, value: work() } satisfies Answer);
    } catch (error) {
      port.postMessage({ id, error: toFailure(error, path) } satisfies Answer);
    }
  };
  let book: Book | undefined;
  answer(OPENED, () => {
    book = openBook(path, create);
    return book.tokenKey;
  });
  port.on('message', (call: Call) => {
    answer(call.id, () => {
      const method = book?.[call.method] as ((...args: unknown[]) => unknown) | undefined;
      return method?.(...call.args);
    });
    if (call.method === 'close') port.close();
  });
}

const CONSTRAINT_ON_SEQ = 1555; // SQLITE_CONSTRAINT_PRIMARYKEY

function toFailure(error: unknown, path: string): Failure {
  if (error instanceof GatebookError) return { code: error.code, message: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'errcode' in error && error.errcode === CONSTRAINT_ON_SEQ) {
    return {
      code: 'seq-taken',
      message: 'The batch holds a seq that the book already has. Lease each seq once.',
    };
  }
  return { code: 'store-failed', message: `The book at ${path} could not be used: ${reason}.` };
}
