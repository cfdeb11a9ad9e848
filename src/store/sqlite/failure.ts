import { GatebookError } from '../../errors.ts';
import type { Failure } from '../../worker/rpc-client.ts';

/** SQLite's codes for a number that is taken, and for a value its column refuses. */
const TAKEN = 1555;
const REFUSED = new Set([19, 20, 25]);

export function toFailure(error: unknown, path: string): Failure {
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
