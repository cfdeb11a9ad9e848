import type { EventEmitter } from 'node:events';
import { ServerResponse } from 'node:http';
import { unseen } from '../unseen.ts';

/**
 * Listens to an emitter of the app. Its limit of listeners rises by one, so that Node warns of a leak at the same number of the app's
 * own listeners as without ours.
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

const CLOSED = Symbol('gatebook.closed');
type Closable = { [CLOSED]?: (this: object) => void };
let areResponsesWatched = false;

/**
 * Runs a function before the listeners of a response's `close`. As a listener it would be seen: Node calls the only listener of an event in
 * another line than one of several.
 */
export function onResponseClose(response: ServerResponse, run: (this: object) => void): void {
  // One of another library.
  if (!(response instanceof ServerResponse)) {
    addListener(response, 'close', run);
    return;
  }
  if (!areResponsesWatched) {
    areResponsesWatched = true;
    const prototype = ServerResponse.prototype;
    const isInherited = !Object.hasOwn(prototype, 'emit');
    prototype.emit = unseen(prototype.emit, (self: Closable, [event]) => {
      if (event === 'close') self[CLOSED]?.();
      // What is inherited may have been replaced since, as `domain` does. What is not may be of another copy of Gatebook.
      return isInherited ? Object.getPrototypeOf(prototype).emit : undefined;
    });
  }
  (response as Closable)[CLOSED] = run;
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
    const added = new Map<string | symbol, Interceptor>();
    installed = added;
    target[INTERCEPTORS] = added;
    emitter.emit = unseen(emitter.emit, (_, [event, first, second, third, fourth]) => {
      const isKept = added.get(event)?.(first as never, second as never, third as never, fourth as never);
      return isKept === true ? keep : undefined;
    });
  }
  for (const [event, interceptor] of Object.entries(interceptors)) installed.set(event, interceptor);
}

function keep(): boolean {
  return true;
}
