import { GatebookError, messageOf } from '../../../errors.ts';
import { engineCode } from './engine.ts';

/** ClickHouse's error codes for values that it cannot parse or that do not fit their column. */
const BAD_VALUE_CODES = new Set([6, 26, 27, 38, 41, 53, 69, 70, 72, 117, 130, 321, 441, 675, 676]);

/** Converts an engine's error. `name` is the engine's name, which holds no credentials. */
export function toGatebookError(error: unknown, name: string): GatebookError {
  if (error instanceof GatebookError) return error;
  const reason = messageOf(error).trim().replace(/\.$/, '');
  return BAD_VALUE_CODES.has(engineCode(error))
    ? new GatebookError(
        'profile-refused',
        `A profile of this batch cannot be stored in ${name}: ${reason}.`,
        {
          cause: error,
        },
      )
    : new GatebookError('store-failed', `Cannot use the book at ${name}: ${reason}.`, {
        cause: error,
      });
}
