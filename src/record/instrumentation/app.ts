import type { Exception } from '../../profile/profile.ts';
import { currentScope, within } from '../context.ts';
import { toException } from '../exception.ts';
import type { Scope } from '../trail.ts';
import { describeError, inspectValue } from './inspect-value.ts';

/**
 * Runs `run` and shows how long it took, in the profile of the request it runs in: until it returns, or until the
 * promise that it returns is settled. Measured within another, it stands below it. Outside of a request it only runs.
 */
export function measure<Result>(name: string, run: () => Result): Result {
  return spanned('app', name, run, () => {});
}

/**
 * Runs `run` as a sub-request: a step that the app names itself, with a row and a token of its own below that of its
 * request. Outside of a request it only runs.
 */
export function subrequest<Result>(name: string, run: () => Result): Result {
  const trail = currentScope()?.trail;
  if (!trail?.hasRoom('subRequests')) return run();
  const end = attempt(trail, () => trail.beginSubRequest(inspectValue(name)));
  return spanned('sub', name, run, (failure) => end?.(failure && toException(failure.error)));
}

/** Notes something in the profile of this request. A value whose key is that of a secret is withheld. */
export function note(key: string, value: unknown): void {
  const trail = currentScope()?.trail;
  if (trail?.hasRoom('notes')) attempt(trail, () => trail.note(inspectValue(key), inspectValue(value)));
}

/** Puts a tag on this request. */
export function tag(name: string): void {
  const trail = currentScope()?.trail;
  if (trail?.hasRoom('tags')) attempt(trail, () => trail.tag(inspectValue(name)));
}

/** A line of a logger that Gatebook does not see by itself. */
export function log(level: string, ...values: readonly unknown[]): void {
  const trail = currentScope()?.trail;
  if (trail?.hasRoom('logs'))
    attempt(trail, () => trail.log('app', inspectValue(level), inspectValue(...values)));
}

/** An error that the app has dealt with: the first is the exception of a request that failed in no other. */
export function report(error: unknown): void {
  const trail = currentScope()?.trail;
  if (!trail) return;
  const exception: Exception | null = toException(error);
  if (exception) trail.report(exception);
  if (trail.hasRoom('logs')) attempt(trail, () => trail.log('app', 'error', describeError(error)));
}

type Failure = { readonly error: unknown } | null;

function spanned<Result>(
  kind: 'app' | 'sub',
  name: string,
  run: () => Result,
  ended: (failure: Failure) => void,
): Result {
  const scope = currentScope();
  if (!scope) return run();
  const { trail } = scope;
  const place = trail.hasRoom('spans')
    ? attempt(trail, () => trail.begin(kind, inspectValue(name), scope.span))
    : undefined;
  const finish = (failure: Failure) =>
    attempt(trail, () => {
      ended(failure);
      if (place !== undefined) trail.finish(place, failure ? { error: describeError(failure.error) } : {});
    });
  let result: Result;
  try {
    result = place === undefined ? run() : within({ trail, span: place }, run);
  } catch (error) {
    finish({ error });
    throw error;
  }
  if (!isThenable(result)) {
    finish(null);
    return result;
  }
  // What comes of it is handed on: a rejection that nobody handles stays one.
  return result.then(
    (value) => {
      finish(null);
      return value;
    },
    (error: unknown) => {
      finish({ error });
      throw error;
    },
  ) as Result;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** What goes wrong in looking is counted, and never the app's business. */
function attempt<Made>({ trail }: Scope, make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    trail.fault();
    return undefined;
  }
}
