export type Failure = { readonly error: unknown } | null;

/** Runs a function and calls `finish` when it has returned or thrown, or when the promise that it returned has settled. */
export function whenDone<Result>(run: () => Result, finish: (failure: Failure) => void): Result {
  let result: Result;
  try {
    result = run();
  } catch (error) {
    finish({ error });
    throw error;
  }
  if (!isThenable(result)) {
    finish(null);
    return result;
  }
  // The caller gets the chained promise, so an unhandled rejection stays unhandled.
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

/** Calls a function, and `onError` if it throws or if the promise that it returned is rejected. Only one frame of the stack is ours. */
export function onFailure<This, Args extends unknown[], Result>(
  call: (this: This, ...args: Args) => Result,
  self: This,
  args: Args,
  onError: (error: unknown) => void,
): Result {
  const rethrow = (error: unknown): never => {
    onError(error);
    throw error;
  };
  try {
    const result = Reflect.apply(call, self, args);
    return result instanceof Promise ? (result.then(undefined, rethrow) as Result) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/**
 * Runs a function of a library and passes on what it returned or threw, or what its promise settled with. Returns the promise itself.
 * Only for a promise that the library handles: a rejection no longer counts as unhandled.
 */
export function onOutcome<Result>(
  run: () => Result,
  onResult: (result: unknown) => void,
  onError: (error: unknown) => void,
): Result {
  let result: Result;
  try {
    result = run();
  } catch (error) {
    onError(error);
    throw error;
  }
  if (result instanceof Promise) result.then(onResult, onError);
  else onResult(result);
  return result;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
