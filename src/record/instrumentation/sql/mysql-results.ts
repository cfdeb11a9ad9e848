import type { EventEmitter } from 'node:events';
import { runInScope } from '../../context.ts';
import { attempt } from '../context.ts';
import type { QueuedCall } from '../patching/queued-call.ts';
import type { Method } from '../patching/wrap-method.ts';

/** Ends the call of `mysql` or `mysql2` before its callback runs, in the context of the request. */
export function endWithCallback(call: QueuedCall, callback: Method): Method {
  return call.bind(callback, (error, results, fields) => call.settle(error, countMysqlRows(results, fields)));
}

/** Follows a query without a callback by its events, and runs their listeners in the context of the request. */
export function endWithEvents(call: QueuedCall, query: EventEmitter): void {
  let rows = 0;
  const see = (event: unknown, value: unknown) => {
    if (event === 'result') rows += countResult(value) ?? 1;
    else if (event === 'error') call.fail(value);
    else if (event === 'end') call.end(rows);
  };
  const { emit } = query;
  const watched = function (this: unknown, ...args: Parameters<typeof emit>): boolean {
    attempt(call.scope.trail, () => see(args[0], args[1]));
    return runInScope(call.scope, () => Reflect.apply(emit, this, args));
  };
  Object.defineProperty(query, 'emit', { value: watched, configurable: true, writable: true });
}

/** The rows of a result, or of all results of several statements. */
export function countMysqlRows(results: unknown, fields: unknown): number | undefined {
  if (!Array.isArray(results)) return countResult(results);
  // The rows may be arrays too. Only several results have a list of fields each, or none.
  const hasSeveral =
    Array.isArray(fields) && fields.some((item) => item === undefined || Array.isArray(item));
  if (!hasSeveral) return results.length;
  return results.reduce<number>(
    (sum, item) => sum + (Array.isArray(item) ? item.length : (countResult(item) ?? 0)),
    0,
  );
}

/** The number of changed rows, if this describes what a statement changed. */
function countResult(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return undefined;
  // A row may have a column of this name.
  const type = result.constructor?.name;
  return type === 'ResultSetHeader' || type === 'OkPacket' ? Number(result.affectedRows) : undefined;
}
