import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ClientHttp2Stream } from 'node:http2';
import { currentScope, emitInScope, runInScope } from '../context.ts';
import { subscribe } from '../instrumentation/context.ts';
import { type Patch, watchModules } from '../instrumentation/patching/loaded-modules.ts';
import { type OnCall, wrapMethod, wrapOwnMethods } from '../instrumentation/patching/wrap-method.ts';
import type { Scope } from '../trail.ts';

/** The methods of undici's requests that call the app: up to version 7, and later. */
const UNDICI_METHODS = [
  ...['onConnect', 'onHeaders', 'onData', 'onUpgrade', 'onComplete', 'onError'],
  ...['onRequestStart', 'onResponseStart', 'onResponseData'],
  ...['onRequestUpgrade', 'onResponseEnd', 'onResponseError'],
];

/** The events of an outgoing call run in the context of the request that made it. Returns a function that undoes it. */
export function followOutgoingCalls(): () => void {
  const calls = new WeakMap<object, Scope>();
  const undici = new UndiciRequests();
  const stop = subscribe({
    'http.client.request.created'(message) {
      const { request } = message as { readonly request: ClientRequest };
      const scope = currentScope();
      if (!scope) return;
      calls.set(request, scope);
      emitInScope(request, scope);
    },
    'http.client.response.finish'(message) {
      const { request, response } = message as {
        readonly request: ClientRequest;
        readonly response: IncomingMessage;
      };
      const scope = calls.get(request);
      if (scope) emitInScope(response, scope);
    },
    'http2.client.stream.created'(message) {
      const scope = currentScope();
      if (scope) emitInScope((message as { readonly stream: ClientHttp2Stream }).stream, scope);
    },
    'undici:request:create'(message) {
      const scope = currentScope();
      if (scope) undici.follow((message as { readonly request: object }).request, scope);
    },
  });
  const stopPools = followUndiciPools();
  return () => {
    stop();
    stopPools();
    undici.stop();
  };
}

/** undici calls its requests in the context of their connection. */
class UndiciRequests {
  readonly #scopes = new WeakMap<object, Scope>();
  /** The undo functions of patched classes: one in Node, and one in each copy of the package. */
  readonly #undo = new Map<object, () => void>();

  follow(request: object, scope: Scope): void {
    const prototype = Object.getPrototypeOf(request) as object;
    if (!this.#undo.has(prototype)) this.#undo.set(prototype, this.#patch(prototype));
    this.#scopes.set(request, scope);
  }

  stop(): void {
    for (const undo of this.#undo.values()) undo();
  }

  #patch(prototype: object): () => void {
    return wrapOwnMethods(prototype, UNDICI_METHODS, (next, self, args) => {
      const scope = this.#scopes.get(self as object);
      return scope
        ? runInScope(scope, () => Reflect.apply(next, self, args))
        : Reflect.apply(next, self, args);
    });
  }
}

/** A pool of undici passes a waiting call to one of its clients later, in the context of the connection. */
function followUndiciPools(): () => void {
  const scopes = new WeakMap<object, Scope | undefined>();
  return watchModules('undici', {
    'lib/dispatcher/pool-base.js': patchDispatch((next, self, args) => {
      scopes.set(args[1] as object, currentScope());
      return Reflect.apply(next, self, args);
    }),
    'lib/dispatcher/client.js': patchDispatch((next, self, args) => {
      const handler = args[1] as object;
      return scopes.has(handler)
        ? runInScope(scopes.get(handler), () => Reflect.apply(next, self, args))
        : Reflect.apply(next, self, args);
    }),
  });
}

/** Wraps the method of a class of undici that gets the options and the handler of a call. Its name is a symbol. */
function patchDispatch(onCall: OnCall): Patch {
  return (exports) => {
    const { PoolBase = exports } = exports as { PoolBase?: unknown };
    const { prototype } = PoolBase as { prototype: object };
    const name = Object.getOwnPropertySymbols(prototype).find(
      ({ description }) => description === 'dispatch',
    );
    return name && wrapMethod(prototype, name, onCall);
  };
}
