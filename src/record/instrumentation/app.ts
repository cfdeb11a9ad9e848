import { currentScope, currentTrail, runInScope } from '../context.ts';
import { toException } from '../exception.ts';
import { runJob } from '../job.ts';
import { type Failure, whenDone } from '../settle.ts';
import { toId } from '../user.ts';
import { attempt } from './context.ts';
import { describeError, inspectValue } from './inspect-value.ts';

/**
 * Runs a function and adds its duration to the profile of the current request, as a span. If it returns a promise, the
 * span ends when the promise settles. Calls can be nested. Outside of a request it only runs the function.
 *
 * @example
 * const user = await measure('load user', () => users.find(id));
 */
export function measure<Result>(name: string, run: () => Result): Result {
  return runInSpan('app', name, run, () => {});
}

/**
 * Runs a function as a sub-request, which is listed below the current request with a token of its own. Outside of a
 * request it only runs the function.
 *
 * @example
 * await subrequest('render invoice', () => render(id));
 */
export function subrequest<Result>(name: string, run: () => Result): Result {
  const trail = currentTrail();
  if (!trail?.hasRoom('subRequests')) return run();
  const end = attempt(trail, () => trail.startSubRequest(inspectValue(name)));
  return runInSpan('sub', name, run, (failure) => end?.(failure && toException(failure.error)));
}

/**
 * Runs work that no request started, such as a scheduled task or a message from a queue. It gets a profile of its own, of
 * the kind `job`, with its duration, logs, spans, notes and, if it fails, its exception. Inside of a request or of another job it is
 * a sub-request. If several books are open, the oldest one records it.
 *
 * @example
 * await job('send invoices', () => sendInvoices(month));
 */
export function job<Result>(name: string, run: () => Result): Result {
  return currentTrail() ? subrequest(name, run) : runJob(inspectValue(name), run);
}

/** Adds a note to the profile of the current request. The value is withheld if the key looks like that of a secret. */
export function note(key: string, value: unknown): void {
  const trail = currentTrail();
  if (trail?.hasRoom('notes')) attempt(trail, () => trail.note(inspectValue(key), inspectValue(value)));
}

/**
 * Tags the current request. Search for `tag:NAME` to find it again. A request keeps 16 tags of 64 characters each; its
 * profile says how many more there were.
 */
export function tag(name: string): void {
  const trail = currentTrail();
  const text = trail ? inspectValue(name) : '';
  if (!trail || text === '' || trail.hasTag(text)) return;
  if (trail.hasRoom('tags')) attempt(trail, () => trail.tag(text));
}

/**
 * Says who made the current request. Search for `user:ID` to find it again. The last call counts; `null` takes back what
 * was said before. An id longer than 256 characters is cut.
 *
 * @example
 * user(session.userId);
 */
export function user(id: string | number | bigint | null | undefined): void {
  const trail = currentTrail();
  if (trail) attempt(trail, () => trail.label('user', toId(id)));
}

/** Adds a log line to the profile of the current request, for loggers that Gatebook does not see by itself. */
export function log(level: string, ...values: readonly unknown[]): void {
  const trail = currentTrail();
  if (trail?.hasRoom('logs'))
    attempt(trail, () => trail.log('app', inspectValue(level), inspectValue(...values)));
}

/**
 * Reports an error that the app has handled: it is logged, and if the request fails without another exception, it becomes
 * the exception of its profile.
 */
export function report(error: unknown): void {
  const trail = currentTrail();
  if (!trail) return;
  const exception = toException(error);
  if (exception) trail.report(exception);
  if (trail.hasRoom('logs')) attempt(trail, () => trail.log('app', 'error', describeError(error)));
}

function runInSpan<Result>(
  kind: 'app' | 'sub',
  name: string,
  run: () => Result,
  onEnd: (failure: Failure) => void,
): Result {
  const scope = currentScope();
  if (!scope) return run();
  const { trail } = scope;
  const span = trail.hasRoom('spans')
    ? attempt(trail, () => trail.startSpan({ kind, name: inspectValue(name) }, scope.span))
    : undefined;
  const finish = (failure: Failure) =>
    attempt(trail, () => {
      onEnd(failure);
      if (span !== undefined) trail.endSpan(span, failure ? { error: describeError(failure.error) } : {});
    });
  return whenDone(() => (span === undefined ? run() : runInScope({ trail, span }, run)), finish);
}
