import { performance } from 'node:perf_hooks';
import type { Exception } from '../profile/profile.ts';
import { toException } from './exception.ts';

/** An error that the app did not catch. It is not read before Node has printed it: reading its stack would change what Node prints. */
export class UncaughtError {
  readonly at = performance.now();
  #error: unknown;
  #exception: Exception | null = null;

  constructor(error: unknown) {
    this.#error = error;
    // If the process goes on, nothing of the app is kept.
    setImmediate(() => this.exception).unref();
  }

  get exception(): Exception {
    this.#exception ??= toException(this.#error);
    this.#error = null;
    return this.#exception;
  }
}
