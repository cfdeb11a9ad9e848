import { GatebookError, messageOf } from '../../../errors.ts';

/** ClickHouse's error codes for values that it cannot parse or that do not fit their column. */
const BAD_VALUE_CODES = new Set([6, 26, 27, 38, 41, 53, 69, 70, 72, 117, 130, 321, 441, 675, 676]);

/** Converts an engine's error. `name` is the engine's name, which holds no credentials. */
export function toGatebookError(cause: unknown, name: string): GatebookError {
  if (cause instanceof GatebookError) return cause;
  const reason = messageOf(cause).trim().replace(/\.$/, '');
  return BAD_VALUE_CODES.has(engineCode(cause))
    ? new GatebookError(
        'profile-refused',
        `A profile of this batch cannot be stored in ${name}: ${reason}.`,
        { cause },
      )
    : new GatebookError('store-failed', `Cannot use the book at ${name}: ${reason}.`, { cause });
}

/** ClickHouse's error code for a query that exceeded max_execution_time. */
const TIMEOUT_EXCEEDED = 159;

export function isTimeout(error: unknown): boolean {
  return engineCode(error) === TIMEOUT_EXCEEDED;
}

/** ClickHouse's error code, or 0 if there is none. */
export function engineCode(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const code = 'clickhouseCode' in error ? error.clickhouseCode : 'code' in error ? error.code : 0;
  return Number(code) || Number(/\bCode: (\d+)\b/.exec(error.message)?.[1] ?? 0);
}
