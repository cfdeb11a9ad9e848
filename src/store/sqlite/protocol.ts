import type { ErrorCode } from '../../profile/gatebook-error.ts';
import type { BookOptions, openKeptBook, openReadingBook, openWritingBook } from './book.ts';

/** The sides of a book, each in a thread of its own. */
export interface Sides {
  writer: ReturnType<typeof openWritingBook>;
  reader: ReturnType<typeof openReadingBook>;
  keeper: ReturnType<typeof openKeptBook>;
}
export type Side = keyof Sides;

export interface WorkerData extends BookOptions {
  readonly side: Side;
}

/** What a thread is asked: a method of its side by name, or to call off an earlier question. */
export type Call =
  | {
      readonly id: number;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly deadline?: number;
    }
  | { readonly id: number; readonly cancelled: true };

export type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly error: Failure });

/** An error that survives the way between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}
