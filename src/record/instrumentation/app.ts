import { currentScope, currentTrail, runInScope } from '../context.ts';
import { toException } from '../exception.ts';
import { hasOpenBook, type Jobs, runJob } from '../job.ts';
import { type AppFunctions, shared } from '../package-copies.ts';
import { toId } from '../user.ts';
import { type Failure, whenDone } from '../when-done.ts';
import { attempt } from './context.ts';
import { describeError, inspectValue } from './logs/inspect-value.ts';

/**
 * Runs a function and adds its duration to the profile of the current request, as a span. If it returns a promise, the
 * span ends when the promise settles. Calls can be nested. Outside of a request it only runs the function.
 *
 * @example
 * const user = await measure('load user', () => users.find(id));
 */
export function measure<Result>(name: string, run: () => Result): Result {
  const other = otherCopy();
  return other ? other.measure(name, run) : runInSpan('app', name, run, () => {});
}

/**
 * Runs a function as a sub-request, which is listed below the current request with a token of its own. Outside of a
 * request it only runs the function.
 *
 * @example
 * await subrequest('render invoice', () => render(id));
 */
export function subrequest<Result>(name: string, run: () => Result): Result {
  const other = otherCopy();
  if (other) return other.subrequest(name, run);
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
  if (currentTrail()) return subrequest(name, run);
  const other = otherCopy() ?? copyWithBook();
  return other ? other.job(name, run) : runJob(inspectValue(name), run);
}

export function runJobOf<Result>(jobs: Jobs, name: string, run: () => Result): Result {
  return currentTrail() ? subrequest(name, run) : jobs.run(inspectValue(name), run);
}

/** Adds a note to the profile of the current request. The value is withheld if the key looks like that of a secret. */
export function note(key: string, value: unknown): void {
  const trail = currentTrail();
  if (!trail) otherCopy()?.note(key, value);
  else if (trail.hasRoom('notes')) attempt(trail, () => trail.note(inspectValue(key), inspectValue(value)));
}

/**
 * Tags the current request. Search for `tag:NAME` to find it again. A request keeps 16 tags of 64 characters each; its
 * profile says how many more there were.
 */
export function tag(name: string): void {
  const trail = currentTrail();
  if (!trail) {
    otherCopy()?.tag(name);
    return;
  }
  const text = inspectValue(name);
  if (text === '' || trail.hasTag(text)) return;
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
  else otherCopy()?.user(id);
}

/**
 * Sets the route of the current request, for a framework or router that Gatebook does not know. It takes precedence over the
 * route that Gatebook has found. Pass the pattern, not the path: all requests of a route should have the same. Its first 512
 * characters are kept.
 *
 * @example
 * setRoute('/users/:id');
 */
export function setRoute(pattern: string): void {
  const trail = currentTrail();
  if (trail) attempt(trail, () => trail.label('route', inspectValue(pattern)));
  else otherCopy()?.setRoute(pattern);
}

/** Adds a log line to the profile of the current request, for loggers that Gatebook does not see by itself. */
export function log(level: string, ...values: readonly unknown[]): void {
  const trail = currentTrail();
  if (!trail) otherCopy()?.log(level, ...values);
  else if (trail.hasRoom('logs'))
    attempt(trail, () => trail.log('app', inspectValue(level), inspectValue(...values)));
}

/**
 * Reports an error that the app has handled: it is logged, and if the request fails without another exception, it becomes
 * the exception of its profile.
 */
export function report(error: unknown): void {
  const trail = currentTrail();
  if (!trail) {
    otherCopy()?.report(error);
    return;
  }
  trail.report(toException(error));
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

const OWN: AppFunctions = {
  isRecording: () => currentTrail() !== undefined,
  measure,
  subrequest,
  job,
  note,
  tag,
  user,
  setRoute,
  log,
  report,
};

/** Lets other copies of this package add to the requests of this one. Call the returned function when a book was closed. */
export function shareAppFunctions(): () => void {
  shared.copies.add(OWN);
  return () => {
    if (!hasOpenBook()) shared.copies.delete(OWN);
  };
}

/** Another copy of this package, if it records the current request. */
function otherCopy(): AppFunctions | undefined {
  if (currentTrail()) return undefined;
  for (const copy of shared.copies) if (copy !== OWN && copy.isRecording()) return copy;
  return undefined;
}

/** Another copy of this package that has a book, if this one has none. */
function copyWithBook(): AppFunctions | undefined {
  if (hasOpenBook()) return undefined;
  if (shared.copies.size === 0) shared.preload?.open();
  return hasOpenBook() ? undefined : shared.copies.values().next().value;
}
