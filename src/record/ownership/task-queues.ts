import { requireFrom } from '../../package-files.ts';
import { bindToScope, currentScope, runInScope } from '../context.ts';
import { installedEntries } from '../instrumentation/esm-entries.ts';
import { watchModule } from '../instrumentation/loaded-modules.ts';
import { type Method, undoAll, wrapMethod } from '../instrumentation/observe-method.ts';
import type { Scope } from '../trail.ts';

/** The functions of `async` that create a queue. */
const CREATORS = ['queue', 'priorityQueue', 'cargo', 'cargoQueue'];

/** The part of a queue of `async` that this code uses. */
interface AsyncQueue {
  readonly _tasks?: Record<string, unknown>;
  /** How many tasks the worker gets at once. */
  readonly payload?: unknown;
}

/**
 * A queue runs a task when another one has ended, in the context of that one. This runs the tasks of `async` and `p-queue` in
 * the context of the request that has added them. Returns a function that undoes it.
 */
export function followTaskQueues(): () => void {
  const stops = [
    watchModule({
      packageName: 'async',
      file: 'dist/async.js',
      patch: (exports) => patchAsync(exports as Record<string, unknown>),
    }),
    ...[...installedEntries('p-queue')].map(loadPQueue),
  ];
  return undoAll(stops);
}

/** As an ES module, it is in no cache that can be listed. Loading it gives the same class as the app imports. */
function loadPQueue(entry: string): () => void {
  try {
    return patchPQueue(requireFrom(entry)(entry));
  } catch {
    return () => {};
  }
}

function patchPQueue(exports: unknown): () => void {
  const { prototype } = (exports as { default: { prototype: Record<string, unknown> } }).default;
  if (typeof prototype.add !== 'function') return () => {};
  return wrapMethod(prototype, 'add', (next, self, [run, ...args]) =>
    Reflect.apply(next, self, [
      typeof run === 'function' ? bindToScope(currentScope(), run as Method) : run,
      ...args,
    ]),
  );
}

function patchAsync(exports: Record<string, unknown>): () => void {
  const stops: (() => void)[] = [];
  for (const holder of [exports, exports.default as Record<string, unknown> | undefined])
    for (const name of CREATORS)
      if (typeof holder?.[name] === 'function')
        stops.push(wrapMethod(holder, name, (next, self, args) => createQueue(next, self, args)));
  return undoAll(stops);
}

function createQueue(next: Method, self: unknown, [worker, ...args]: unknown[]): unknown {
  if (typeof worker !== 'function') return Reflect.apply(next, self, [worker, ...args]);
  const scopes = new WeakMap<object, Scope>();
  /** The request whose task the queue is about to pass to the worker. */
  let scope: Scope | undefined;
  // The queue asks whether the worker is an async function, so it has to look the same.
  const bound = new Proxy(worker, {
    apply: (run, thisArg, given) => runInScope(scope, () => Reflect.apply(run, thisArg, given)),
  });
  const queue = Reflect.apply(next, self, [bound, ...args]) as AsyncQueue;
  const { _tasks: tasks } = queue;
  if (typeof tasks?.shift !== 'function') return queue;
  for (const name of ['push', 'unshift'])
    if (typeof tasks[name] === 'function')
      wrapMethod(tasks, name, (add, list, given) => {
        const current = currentScope();
        if (current) scopes.set(given[0] as object, current);
        return Reflect.apply(add, list, given);
      });
  wrapMethod(tasks, 'shift', (take, list, given) => {
    const task = Reflect.apply(take, list, given) as object;
    // A batch may have tasks of several requests.
    scope = queue.payload === 1 ? scopes.get(task) : undefined;
    return task;
  });
  return queue;
}
