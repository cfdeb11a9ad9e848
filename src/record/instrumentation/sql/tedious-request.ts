import { attempt } from '../context.ts';
import type { QueuedCall } from '../patching/queued-call.ts';
import type { Method } from '../patching/wrap-method.ts';

/** A request of `tedious`, or a bulk load, which is an event emitter too. */
export interface TediousRequest {
  readonly sqlTextOrProcedure?: unknown;
  /** Set while the statement is prepared. */
  readonly preparing?: unknown;
  /** The table of a bulk load. */
  readonly table?: unknown;
  callback: Method;
  emit: Method;
  listenerCount?(event: string): number;
}

/** The procedures of the server that only prepare a statement, or remove it. */
const PREPARE = new Set<unknown>([11, 15, 'sp_prepare', 'sp_unprepare']);
const MAY_BE_NAMES = new Set<unknown>([207, 208, 547, 2812]);

/** Whether `mssql` tests a connection of its pool. Its other requests have listeners for rows. */
export function isPoolTest(request: TediousRequest): boolean {
  return request.sqlTextOrProcedure === 'SELECT 1;' && request.listenerCount?.('row') === 0;
}

/** The statement of a request, or the `prepared` one that it executes. `undefined` for a request that only prepares another. */
export function describeRequest(
  request: TediousRequest,
  payload: unknown,
  prepared: unknown,
): string | undefined {
  const { sqlTextOrProcedure: text, preparing, table } = request;
  const { procedure } = Object(payload) as { procedure?: unknown };
  if (typeof table === 'string' && typeof text !== 'string') return `INSERT BULK ${table}`;
  if (preparing || PREPARE.has(procedure)) return undefined;
  if (text === 'sp_execute' && typeof prepared === 'string') return prepared;
  // A request of the transaction manager describes itself, with the name of the transaction.
  if (typeof text !== 'string') return transactionStatement(String(payload));
  // The request that announces a bulk load.
  if (/^insert bulk /i.test(text)) return undefined;
  return procedure === text ? `EXEC ${text}` : text;
}

function transactionStatement(description: string): string {
  const [, verb = ''] = /^\s*(Begin|Commit|Rollback|Save)/i.exec(description) ?? [];
  return verb === '' ? '' : `${verb.toUpperCase()} TRANSACTION`;
}

/** In Transact-SQL, BEGIN also starts a block. */
export function startsTransaction(statement: string): boolean {
  return !/^\s*(?:begin(?!\s+tran)|end\b)/i.test(statement);
}

export type Run = <Result>(run: () => Result) => Result;

/** Ends the call when the request calls back, and runs its callback and listeners with `run`. */
export function watchRequest(request: TediousRequest, call: QueuedCall, run: Run): void {
  const { callback, emit } = request;
  const watched: Method = (...results) => {
    if (request.callback === watched) request.callback = callback;
    if (request.emit === emitting) Reflect.deleteProperty(request, 'emit');
    const [error, rows] = results;
    attempt(call.scope.trail, () =>
      call.settle(error && withoutValues(error), typeof rows === 'number' ? rows : undefined),
    );
    return run(() => Reflect.apply(callback, request, results));
  };
  const emitting: Method = (...args) => run(() => Reflect.apply(emit, request, args));
  request.callback = watched;
  if (!Object.hasOwn(request, 'emit'))
    Object.defineProperty(request, 'emit', { value: emitting, configurable: true, writable: true });
}

/** The server repeats values in its errors: in quotation marks, and the value of a duplicate key in parentheses. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error) || !('number' in error) || typeof error.number !== 'number') return error;
  const message = MAY_BE_NAMES.has(error.number)
    ? error.message
    : error.message.replace(/['"].*['"]/s, '?').replace(/\(.*\)/s, '(?)');
  return Object.assign(new Error(message), { name: error.name });
}

/** The rows of a result of `mssql`; those that were changed if it has none. A callback may get the list of results itself. */
export function mssqlRows(result: unknown): number | undefined {
  const { recordsets, rowsAffected } = Object(result) as { recordsets?: unknown; rowsAffected?: unknown };
  const sets: readonly unknown[] = [recordsets, result].find(Array.isArray) ?? [];
  if (sets.length > 0)
    return sets.reduce<number>((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
  return Array.isArray(rowsAffected)
    ? rowsAffected.reduce<number>((sum, rows) => sum + Number(rows), 0)
    : undefined;
}
