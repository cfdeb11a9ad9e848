import type { ErrorCode } from '../../profile/gatebook-error.ts';
import type { Book } from './book.ts';

/** What the thread is asked: a method of the book by name. */
export type Call = {
  [M in Exclude<keyof Book, 'tokenKey'>]: { id: number; method: M; args: Parameters<Book[M]> };
}[Exclude<keyof Book, 'tokenKey'>];

export type Answer = { id: number; value: unknown } | { id: number; error: Failure };

/** An error that survives the way between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The answer to opening the book has this id. */
export const OPENED = 0;
