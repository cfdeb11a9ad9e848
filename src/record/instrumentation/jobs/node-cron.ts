import type { BuiltInContext } from '../context.ts';
import { prototypeOf, type Undo, watchImport, watchModules } from '../patching/loaded-modules.ts';
import { type Method, undoAll, wrapMethod } from '../patching/wrap-method.ts';

/** A task of version 4, as far as this code uses it. */
interface Task4 {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly cronExpression?: unknown;
  readonly runner?: { onMatch?: Method };
  createContext?: Method;
  destroy(): void;
}
interface Cron4 {
  readonly createTask?: (pattern: string, run: () => void) => Task4;
}
/** A task of version 3. */
interface Task3 {
  readonly options?: { readonly name?: unknown };
  readonly _task?: { _execution?: Method };
  readonly _scheduler?: { readonly timeMatcher?: { readonly pattern?: unknown } };
}

/** Where version 4 has its CommonJS entry, newest first. */
const ENTRIES = ['dist/node-cron.cjs', 'dist/cjs/node-cron.js', 'dist/node-cron.js'];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_PATTERN_LENGTH = 60;

/** Tasks of node-cron: each execution is a profile. Tasks that run in a process of their own are not observed. */
export function observeNodeCron(context: BuiltInContext): () => void {
  // With import(), the CommonJS code of a version without an ES module is seen twice.
  const patched = new WeakSet<object>();
  const patch = (exports: unknown) => patch4(exports, patched, context);
  return undoAll([
    watchModules('node-cron', {
      ...Object.fromEntries(ENTRIES.map((file) => [file, patch])),
      'src/scheduled-task.js': (exports) => patch3(prototypeOf(exports), context),
    }),
    watchImport('node-cron', 'dist/node-cron.js', patch),
  ]);
}

/** Each task describes an execution, with a method of its class, before it runs it. */
function patch4(exports: unknown, patched: WeakSet<object>, context: BuiltInContext): Undo {
  const cron = exports as Cron4 & { readonly default?: Cron4 };
  const createTask = cron.createTask ?? cron.default?.createTask;
  if (typeof createTask !== 'function') return undefined;
  const sample = createTask('0 0 1 1 *', () => {});
  const prototype = Object.getPrototypeOf(sample) as { createContext?: Method };
  sample.destroy();
  if (typeof prototype.createContext !== 'function' || patched.has(prototype)) return undefined;
  patched.add(prototype);
  const undo = new WeakMap<object, () => void>();
  const tasks = new Set<WeakRef<object>>();
  const stop = wrapMethod(prototype, 'createContext', (next, self, args) => {
    const { runner } = self as Task4;
    if (typeof runner?.onMatch === 'function' && !undo.has(runner)) {
      tasks.add(new WeakRef(runner));
      undo.set(runner, wrapMethod(runner, 'onMatch', observe(self as Task4)));
    }
    return Reflect.apply(next, self, args);
  });
  return () => {
    stop();
    for (const ref of tasks) undo.get(ref.deref() ?? tasks)?.();
  };

  function observe(task: Task4) {
    return (next: Method, self: unknown, args: unknown[]) => {
      const { id, name, cronExpression } = task;
      const job = { name: String(name === id ? `cron ${cronExpression}` : name), observedBy: 'node-cron' };
      return context.runJob(job, () => Reflect.apply(next, self, args));
    };
  }
}

/** A task calls its function before `now` returns. */
function patch3(prototype: object, context: BuiltInContext): () => void {
  return wrapMethod(prototype, 'now', (next, self, args) => {
    const task = self as Task3;
    const inner = task._task;
    if (typeof inner?._execution !== 'function') return Reflect.apply(next, self, args);
    const job = { name: nameOf3(task, inner._execution), observedBy: 'node-cron' };
    const undo = wrapMethod(inner, '_execution', (execute, that, given) =>
      context.runJob(job, () => Reflect.apply(execute, that, given)),
    );
    try {
      return Reflect.apply(next, self, args);
    } finally {
      undo();
    }
  });
}

/** A task without a name has a random one. */
function nameOf3({ options, _scheduler }: Task3, execution: Method): string {
  const { name } = options ?? {};
  if (typeof name === 'string' && !UUID.test(name)) return name;
  if (execution.name !== '') return execution.name;
  return `cron ${String(_scheduler?.timeMatcher?.pattern).slice(0, MAX_PATTERN_LENGTH)}`;
}
