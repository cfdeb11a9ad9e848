/** Every code has a line in docs/errors.md: what happened, and what to do. */
export type ErrorCode =
  | 'already-attached'
  | 'bad-option'
  | 'bad-query'
  | 'bad-storage-url'
  | 'book-missing'
  | 'book-newer'
  | 'book-older'
  | 'book-unreadable'
  | 'collector-unavailable'
  | 'disk-full'
  | 'engine-missing'
  | 'files-missing'
  | 'key-refused'
  | 'node-too-old'
  | 'profile-refused'
  | 'seq-taken'
  | 'store-closed'
  | 'store-failed';

export class GatebookError extends Error {
  override readonly name = 'GatebookError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The message says what is wrong and what to write instead. */
export function badOption(message: string): GatebookError {
  return new GatebookError('bad-option', message);
}

/** The code of an error; `undefined` if it has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The message of a value that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a function returns, or the fallback if it throws. */
export function tryOr<Result, Fallback>(fallback: Fallback, run: () => Result): Result | Fallback {
  try {
    return run();
  } catch {
    return fallback;
  }
}

/** Describes an invalid value for an error message: `"3x"`, `99`, `a boolean`, `null`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
