import { GatebookError, messageOf } from '../../errors.ts';
import type { Failure } from '../../worker/rpc-client.ts';
import { isReadOnlyDisk, lacksSpace, saysNoSpace } from './disk-space.ts';

/** SQLITE_CONSTRAINT_PRIMARYKEY: the seq exists. */
const DUPLICATE_KEY = 1555;
/** SQLITE_CONSTRAINT, SQLITE_MISMATCH and SQLITE_RANGE: a column rejects a value. */
const INVALID_VALUE = new Set([19, 20, 25]);

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the shared memory of a segment can't be created. */
const DISK_FULL = new Set([13, 4874]);
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN: a quota is used up, the disk is read-only, or something else is wrong. */
const UNEXPLAINED = new Set([8, 10, 14]);

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('errcode' in error && DISK_FULL.has(Number(error.errcode))) ||
    saysNoSpace(error) ||
    isDiskFull(error.cause)
  );
}

/** The same for the errors of SQLite that do not say why: tries to write to the folder of the book. */
export function isOutOfSpace(error: unknown, folder: string): boolean {
  return isDiskFull(error) || (isUnexplained(error) && lacksSpace(folder));
}

/** Also if there is space now: another process may have made it since. */
export function mayBeOutOfSpace(error: unknown): boolean {
  return isDiskFull(error) || isUnexplained(error);
}

/** The same error, or one that says that the disk is full, if there is no space for this many bytes. */
export function explainFullDisk(error: unknown, folder: string, bytes: number): unknown {
  if (isDiskFull(error) || !isUnexplained(error) || !lacksSpace(folder, bytes)) return error;
  return Object.assign(new Error('database or disk is full', { cause: error }), { errcode: 13 });
}

function isUnexplained(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('errcode' in error && UNEXPLAINED.has(Number(error.errcode) & 0xff)) ||
    ('code' in error && error.code === 'EROFS') ||
    isUnexplained(error.cause)
  );
}

function isDenied(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) || isDenied(error.cause);
}

/** Turns an error of SQLite into one that names the book and can be sent to another thread. */
export function toFailure(error: unknown, path: string): Failure {
  if (isOutOfSpace(error, path)) {
    return {
      code: 'disk-full',
      message: `The disk of the book at ${path} is full. Make room on it, or set a lower limit in the option "keep".`,
    };
  }
  if (isUnexplained(error) && isReadOnlyDisk(path)) {
    return {
      code: 'store-failed',
      message: `The disk of the book at ${path} is read-only. The book can be read, but nothing can be recorded or deleted.`,
    };
  }
  if (isDenied(error)) {
    return {
      code: error instanceof GatebookError ? error.code : 'store-failed',
      message: `No permission to use the book at ${path}. Let the user that runs this process read and write the folder and its files.`,
    };
  }
  if (error instanceof GatebookError) return { code: error.code, message: error.message };
  const reason = messageOf(error);
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  if (errcode === DUPLICATE_KEY) {
    return {
      code: 'seq-taken',
      message: 'The batch holds a seq that the book already has. Lease each seq once.',
    };
  }
  if (INVALID_VALUE.has(errcode & 0xff) || (error instanceof TypeError && 'code' in error)) {
    return {
      code: 'profile-refused',
      message: `The book at ${path} can't store a profile of this batch: ${reason}.`,
    };
  }
  const code = errcode > 0 ? ` (SQLite error ${errcode})` : '';
  return { code: 'store-failed', message: `The book at ${path} could not be used: ${reason}${code}.` };
}

/** A file of a book that can't be read. */
export function damaged(file: string, cause: unknown): GatebookError {
  if (cause instanceof GatebookError) return cause;
  return new GatebookError(
    'store-failed',
    `${file} can't be read: ${messageOf(cause)}. To set damaged files aside, run: npx gatebook check`,
    { cause },
  );
}
