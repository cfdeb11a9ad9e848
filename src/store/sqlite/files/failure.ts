import { GatebookError, messageOf } from '../../../errors.ts';
import type { Failure } from '../../../worker/rpc-client.ts';
import { isReadOnlyDisk, lacksSpace, saysNoSpace } from './disk-space.ts';

const SQLITE_BUSY = 5;
/** SQLITE_CONSTRAINT, SQLITE_MISMATCH and SQLITE_RANGE: a column rejects a value. */
const INVALID_VALUE = new Set([19, 20, 25]);

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the shared memory of a segment can't be created. */
const DISK_FULL = new Set([13, 4874]);
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN: a quota is used up, the disk is read-only, or something else is wrong. */
const UNEXPLAINED = new Set([8, 10, 14]);

/** Whether an error or one of its causes passes the test. */
function isCausedBy(
  error: unknown,
  test: (error: Error & { code?: unknown }, errcode: number) => boolean,
): boolean {
  if (!(error instanceof Error)) return false;
  return test(error, errcodeOf(error)) || isCausedBy(error.cause, test);
}

/** The result code of SQLite, 0 if the error is not of SQLite. */
export function errcodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

/** Whether another process had the lock for too long. */
export function isBusy(error: unknown): boolean {
  return (errcodeOf(error) & 0xff) === SQLITE_BUSY;
}

function isDiskFull(error: unknown): boolean {
  return isCausedBy(error, (cause, errcode) => DISK_FULL.has(errcode) || saysNoSpace(cause));
}

/** Whether the disk is full. If an error of SQLite does not say why it failed, this tries to write to the folder of the book. */
export function isOutOfSpace(error: unknown, folder: string): boolean {
  return isDiskFull(error) || (isUnexplained(error) && lacksSpace(folder));
}

/** Whether the disk may have been full. There may be space now, made by another process. */
export function mayBeOutOfSpace(error: unknown): boolean {
  return isDiskFull(error) || isUnexplained(error);
}

/** Returns the error, or one that says that the disk is full, if there is no space for this many bytes. */
export function explainFullDisk(error: unknown, folder: string, bytes: number): unknown {
  if (isDiskFull(error) || !isUnexplained(error) || !lacksSpace(folder, bytes)) return error;
  return Object.assign(new Error('database or disk is full', { cause: error }), { errcode: 13 });
}

function isUnexplained(error: unknown): boolean {
  return isCausedBy(error, ({ code }, errcode) => UNEXPLAINED.has(errcode & 0xff) || code === 'EROFS');
}

function isDenied(error: unknown): boolean {
  return isCausedBy(error, ({ code }) => code === 'EACCES' || code === 'EPERM');
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
  const errcode = errcodeOf(error);
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
