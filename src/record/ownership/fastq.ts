import { sep } from 'node:path';
import { requireFrom } from '../../package-files.ts';
import { bindToScope, currentScope, runInScope } from '../context.ts';
import { subscribe } from '../instrumentation/context.ts';
import { loadedModules } from '../instrumentation/loaded-modules.ts';
import type { Method } from '../instrumentation/observe-method.ts';
import type { Scope } from '../trail.ts';

type Create = Method & { promise?: Method };
interface Queue {
  push: Method;
  unshift: Method;
  getQueue?: () => unknown[];
  error?: (handler: unknown) => void;
}
interface RequireMessage {
  readonly id?: unknown;
  readonly parentFilename?: unknown;
}

const FILE = ['', 'node_modules', 'fastq', 'queue.js'].join(sep);
/** What takes the place of the exports of `fastq`. */
const replacements = new WeakSet<object>();

/** A task and the request that has added it. */
class Held {
  readonly value: unknown;
  readonly scope: Scope | undefined = currentScope();

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * `fastq` runs a task in the context of the one that has ended before. This runs it in the context of the request that has added
 * it. The package exports a function, so its exports are replaced, for those who load it later. Returns a function that undoes it.
 */
export function followFastq(): () => void {
  const modules = loadedModules();
  const undo: (() => void)[] = [];
  /** Set while this code loads it, which publishes a message too. */
  let isLoading = false;

  function replace(path: string): void {
    const module = modules[path];
    const create: unknown = module?.loaded ? module.exports : undefined;
    if (!module || typeof create !== 'function' || replacements.has(create)) return;
    const replacement = replacementOf(create as Create);
    replacements.add(replacement);
    module.exports = replacement;
    undo.push(() => {
      if (module.exports === replacement) module.exports = create;
    });
  }

  for (const path of Object.keys(modules)) if (path.endsWith(FILE)) replace(path);
  const stop = subscribe({
    /** Loads it for the module that is about to, so that this module gets the replacement. */
    'tracing:module.require:start'(message) {
      const { id, parentFilename } = message as RequireMessage;
      if (typeof id !== 'string' || (id !== 'fastq' && !id.endsWith(FILE)) || isLoading) return;
      isLoading = true;
      try {
        const require = requireFrom(typeof parentFilename === 'string' ? parentFilename : id);
        const path = require.resolve(id);
        require(path);
        replace(path);
      } catch {
        // The module that loads it gets the same error.
      } finally {
        isLoading = false;
      }
    },
  });
  return () => {
    stop();
    for (const restore of undo) restore();
  };
}
function replacementOf(create: Create): Create {
  const replacement: Create = createWith(create);
  Object.assign(replacement, create);
  if (typeof create.promise === 'function') replacement.promise = createWith(create.promise);
  Object.defineProperty(replacement, 'name', { value: create.name, configurable: true });
  Object.defineProperty(replacement, 'length', { value: create.length, configurable: true });
  return replacement;
}

function createWith(create: Method): Method {
  return function (this: unknown, ...args) {
    const position = typeof args[0] === 'function' ? 0 : 1;
    const worker = args[position];
    if (typeof worker !== 'function') return Reflect.apply(create, this, args);
    const bound = function (this: unknown, task: unknown, ...rest: unknown[]) {
      const { value, scope } = task instanceof Held ? task : { value: task, scope: undefined };
      return runInScope(scope, () => Reflect.apply(worker, this, [value, ...rest]));
    };
    return hold(Reflect.apply(create, this, args.with(position, bound)) as Queue);
  };
}

/** Wraps the tasks of a queue, and unwraps them where the app sees them. */
function hold(queue: Queue): Queue {
  const { push, unshift, getQueue, error } = queue;
  const adding = (add: Method): Method =>
    function (this: unknown, value, ...rest) {
      const [done] = rest;
      const callback = typeof done === 'function' ? [bindToScope(currentScope(), done as Method)] : rest;
      return Reflect.apply(add, this, [new Held(value), ...callback]);
    };
  queue.push = adding(push);
  queue.unshift = adding(unshift);
  if (getQueue) queue.getQueue = () => getQueue().map(unwrap);
  if (error)
    queue.error = (handler) =>
      error(
        typeof handler === 'function'
          ? (failure: unknown, task: unknown) => handler(failure, unwrap(task))
          : handler,
      );
  return queue;
}

function unwrap(task: unknown): unknown {
  return task instanceof Held ? task.value : task;
}
