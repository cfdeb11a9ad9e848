/** Every code has a line in docs/errors.md: what happened, and what to do. */
export type ErrorCode =
  | 'already-attached'
  | 'bad-option'
  | 'bad-query'
  | 'bad-storage-url'
  | 'book-missing'
  | 'book-newer'
  | 'book-unreadable'
  | 'engine-missing'
  | 'profile-refused'
  | 'seq-taken'
  | 'store-closed'
  | 'store-failed'
  | 'unsafe-listen';

export class GatebookError extends Error {
  override readonly name = 'GatebookError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
