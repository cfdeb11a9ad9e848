import type { EventEmitter } from 'node:events';

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
  return function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
    const interceptor = interceptors.get(event);
    if (interceptor !== undefined && interceptor(...(args as never[])) === true) return true;
    return emit.call(this, event, ...args);
  };
}
