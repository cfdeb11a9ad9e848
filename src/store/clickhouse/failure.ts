import { GatebookError } from '../../errors.ts';
import { engineCode } from './engine.ts';

/** ClickHouse's codes for a value that its column can't hold, or that it can't read. */
const REFUSED = new Set([6, 26, 27, 38, 41, 53, 69, 70, 72, 117, 130, 321, 441, 675, 676]);

/** An error of ours, whatever the engine threw. */
export function toGatebookError(error: unknown, name: string): GatebookError {
  if (error instanceof GatebookError) return error;
  const reason = (error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, '');
  return REFUSED.has(engineCode(error))
    ? new GatebookError(
        'profile-refused',
        `The book at ${name} can't hold a profile of this batch: ${reason}.`,
        {
          cause: error,
        },
      )
    : new GatebookError('store-failed', `The book at ${name} could not be used: ${reason}.`, {
        cause: error,
      });
}
