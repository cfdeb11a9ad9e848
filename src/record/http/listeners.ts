import type { EventEmitter } from 'node:events';

/**
 * Listens to an emitter of the app. Its limit of listeners rises by one, so that Node warns of a leak at the same number of the app's
 * own listeners as without ours. Replacing `emit` instead would put a frame of ours into the stack of every listener.
 */
export function addListener(
  emitter: EventEmitter,
  event: string,
  listener: (...args: never[]) => void,
): void {
  const limit = emitter.getMaxListeners();
  // 0 means no limit.
  if (limit > 0) emitter.setMaxListeners(limit + 1);
  emitter.on(event, listener as (...args: unknown[]) => void);
}

/** Called before the listeners of an event. Returning `true` keeps the event from them. */
export type Interceptor = (...args: never[]) => unknown;

const INTERCEPTORS = Symbol('gatebook.interceptors');
type Intercepted = EventEmitter & { [INTERCEPTORS]?: Map<string | symbol, Interceptor> };

/**
 * Intercepts an emitter's events without adding a listener. Node changes its behaviour when a server has listeners: with one for
 * `clientError` it no longer responds with 400, and with one for `upgrade` it no longer treats upgrades as requests.
 */
export function intercept(emitter: EventEmitter, interceptors: Readonly<Record<string, Interceptor>>): void {
  const target: Intercepted = emitter;
  let installed = target[INTERCEPTORS];
  if (!installed) {
    installed = new Map();
    target[INTERCEPTORS] = installed;
    emitter.emit = interceptingEmit(emitter, installed);
  }
  for (const [event, interceptor] of Object.entries(interceptors)) installed.set(event, interceptor);
}

function interceptingEmit(
  { emit }: EventEmitter,
  interceptors: ReadonlyMap<string | symbol, Interceptor>,
): EventEmitter['emit'] {
  return function (this: EventEmitter, ...args: Parameters<EventEmitter['emit']>): boolean {
    const interceptor = interceptors.get(args[0]);
    // No event has more arguments. Passing them one by one saves copying the list for each request.
    if (interceptor?.(args[1] as never, args[2] as never, args[3] as never, args[4] as never) === true)
      return true;
    return Reflect.apply(emit, this, args);
  };
}
