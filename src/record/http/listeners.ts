import type { EventEmitter } from 'node:events';
import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
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
type Closable = ServerResponse & { [CLOSED]?: (this: object) => void };
let areResponsesWatched = false;

/**
 * Runs a function before the listeners of a response's `close`. A listener of ours would change the stacks of the app's: Node calls a
 * single listener in another line than one of several.
 */
export function onResponseClose(response: ServerResponse, run: (this: object) => void): void {
  // A response of another library, or one that was injected: it is closed in its own way.
  if (!(response instanceof ServerResponse) || !(response.req?.socket instanceof Socket)) {
    addListener(response, 'close', run);
    return;
  }
  if (!areResponsesWatched) watchResponses();
  (response as Closable)[CLOSED] = run;
}

/**
 * Node marks a response as closed just before it calls `emit('close')`, so looking up `emit` is enough to notice it, and costs less than a
 * call in between. Until the response has ended, `emit` is a function that notices it too: an app may put it behind one of its own.
 */
function watchResponses(): void {
  areResponsesWatched = true;
  const prototype = ServerResponse.prototype;
  // Another copy of Gatebook, or another library, has replaced it.
  const own = Object.getOwnPropertyDescriptor(prototype, 'emit');
  // Read at each call, because `domain` replaces the inherited method.
  const emitOf = (response: ServerResponse): ServerResponse['emit'] =>
    own ? (own.get?.call(response) ?? own.value) : Object.getPrototypeOf(prototype).emit;
  const observed = unseen(emitOf(prototype), (response: Closable, [event]) => {
    if (event === 'close') response[CLOSED]?.();
    return emitOf(response);
  });
  Object.defineProperty(prototype, 'emit', {
    configurable: true,
    get(this: Closable) {
      if (this.closed) this[CLOSED]?.();
      return this.writableEnded ? emitOf(this) : observed;
    },
    set(this: Closable, value: unknown) {
      Object.defineProperty(this, 'emit', { value, writable: true, enumerable: true, configurable: true });
    },
  });
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
