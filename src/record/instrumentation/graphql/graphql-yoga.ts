import type { Trail } from '../../trail.ts';
import { onOutcome } from '../../when-done.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { type Patch, prototypeOf, type Undo, watchImport, watchModules } from '../patching/loaded-modules.ts';
import { type Method, wrapMethod } from '../patching/wrap-method.ts';
import { type DocumentNode, endOperation, findOperation, startOperation } from './graphql-operation.ts';

/** The functions that a server uses for one operation: a new object for each. */
interface Enveloped {
  execute: unknown;
  subscribe: unknown;
}
interface Server {
  getEnveloped: Method;
}

/**
 * GraphQL Yoga, from 5.20 on. Its executor can't be observed where the app imports its ESM build. But each server asks itself
 * for its path in every request, through a getter of its class: the server is found there, before it executes anything.
 */
export class YogaServers {
  readonly #context: BuiltInContext;
  readonly #servers = new WeakMap<object, () => void>();
  readonly #refs = new Set<WeakRef<object>>();
  readonly #executed = new WeakMap<Trail, WeakSet<object>>();
  #isStopped = false;

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  /** Whether a server executes these fields in this request. */
  has(trail: Trail, selectionSet: object): boolean {
    return this.#executed.get(trail)?.has(selectionSet) ?? false;
  }

  watch(): () => void {
    const patch: Patch = (exports) => this.#patch(prototypeOf(exports, 'YogaServer'));
    const stops = [
      watchModules('graphql-yoga', { 'cjs/server.js': patch }),
      watchImport('graphql-yoga', 'esm/index.js', patch),
    ];
    return () => {
      this.#isStopped = true;
      for (const stop of stops) stop();
      for (const ref of this.#refs) {
        const server = ref.deref();
        if (server) this.#servers.get(server)?.();
      }
    };
  }

  #patch(prototype: object): Undo {
    const property = Object.getOwnPropertyDescriptor(prototype, 'graphqlEndpoint');
    const get = property?.get;
    if (!get) return undefined;
    const see = (server: Server) => {
      const trail = this.#context.current()?.trail;
      if (trail && !this.#isStopped && !this.#servers.has(server)) attempt(trail, () => this.#add(server));
    };
    const seeing = function (this: Server): unknown {
      see(this);
      return Reflect.apply(get, this, []);
    };
    Object.defineProperty(prototype, 'graphqlEndpoint', { ...property, get: seeing });
    return () => {
      const current = Object.getOwnPropertyDescriptor(prototype, 'graphqlEndpoint');
      if (current?.get === seeing) Object.defineProperty(prototype, 'graphqlEndpoint', property);
    };
  }

  #add(server: Server): void {
    const original = server.getEnveloped;
    const undo = wrapMethod(server, 'getEnveloped', (next, self, args) => {
      const enveloped = Reflect.apply(next, self, args) as Enveloped;
      const trail = this.#context.current()?.trail;
      if (trail) attempt(trail, () => this.#observe(enveloped));
      return enveloped;
    });
    Object.assign(server.getEnveloped, original);
    this.#servers.set(server, undo);
    this.#refs.add(new WeakRef(server));
  }

  #observe(enveloped: Enveloped): void {
    for (const name of ['execute', 'subscribe'] as const)
      wrapMethod(enveloped, name, (next, self, args) => {
        const trail = this.#context.current()?.trail;
        const span = trail && attempt(trail, () => this.#start(trail, args[0]));
        if (!span) return Reflect.apply(next, self, args);
        return onOutcome(
          () => Reflect.apply(next, self, args),
          (result) => endOperation(span, result),
          (error) => endOperation(span, undefined, error),
        );
      });
  }

  #start(trail: Trail, execution: unknown) {
    const { document, operationName } = execution as { document: DocumentNode; operationName?: unknown };
    const operation = findOperation(document, operationName);
    if (!operation) return undefined;
    const executed = this.#executed.get(trail) ?? new WeakSet();
    this.#executed.set(trail, executed.add(operation.selectionSet));
    return startOperation(this.#context, operation);
  }
}
