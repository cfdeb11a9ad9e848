import { isMainThread } from 'node:worker_threads';
import { type SignalWatch, watchUnhandledSignals } from './unhandled-signals.ts';

export interface ProcessExit {
  /** A signal, or `process exit with code 1`. */
  readonly by: string;
  /** `null` if a signal ends the process. */
  readonly code: number | null;
}

export interface ProcessWatcher {
  /** An error that the app did not catch. The process goes on if the app has a listener for it. */
  uncaught(error: unknown): void;
  /** The process ends. May block for a moment. */
  end(exit: ProcessExit): void;
}

/** Shared by all copies of this package in a process. */
const SHARED = Symbol.for('gatebook.processEnd');
const PROBE = Symbol('gatebook.probe');
const UNCAUGHT = new Set<unknown>(['uncaughtExceptionMonitor', 'unhandledRejection']);
type Emit = (this: unknown, ...args: unknown[]) => boolean;
type Exit = (code: unknown) => unknown;
type WatchedProcess = { [SHARED]?: ProcessEnd; emit: Emit; reallyExit?: Exit; readonly _exiting?: boolean };
const target = process as unknown as WatchedProcess;

/** Watches how the process ends, without a listener. Returns a function that stops it. */
export function watchProcessEnd(watcher: ProcessWatcher): () => void {
  if (!target[SHARED])
    Object.defineProperty(process, SHARED, { value: new ProcessEnd(), configurable: true });
  const shared = target[SHARED];
  shared?.add(watcher);
  return () => shared?.remove(watcher);
}

/**
 * Sees the events of `process` in its `emit`. Listeners would be counted by other code, could exceed the limit for a warning, and
 * would run before those that the app adds later.
 */
class ProcessEnd {
  readonly #watchers = new Set<ProcessWatcher>();
  #signals: SignalWatch | null = null;
  #original: Emit | null = null;
  #patched: Emit | null = null;
  #probed = false;

  add(watcher: ProcessWatcher): void {
    this.#watchers.add(watcher);
    if (this.#watchers.size > 1) return;
    this.#patch();
    this.#signals = watchUnhandledSignals((signal) => this.#end({ by: signal, code: null }));
  }

  remove(watcher: ProcessWatcher): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    this.#signals?.stop();
    this.#signals = null;
    if (target.emit === this.#patched && this.#original) define(this.#original);
  }

  #patch(): void {
    const emit = target.emit;
    const watch = this;
    this.#original = emit;
    this.#patched = function patched(this: unknown, ...args: unknown[]): boolean {
      const [event, value] = args;
      if (event === PROBE) watch.#probed = true;
      if (UNCAUGHT.has(event)) watch.#each((watcher) => watcher.uncaught(value));
      if (event === 'exit' && target._exiting !== false)
        return watch.#duringExit(value, () => Reflect.apply(emit, this, args));
      const result = Reflect.apply(emit, this, args);
      if (event === 'removeListener') watch.#onRemove(value);
      return result;
    };
    define(this.#patched);
  }

  /** Ends after the app's own listeners, which may log, set the exit code, or exit at once. */
  #duringExit(code: unknown, emit: () => boolean): boolean {
    const end = () => {
      const last = process.exitCode ?? code;
      this.#end({ by: `${isMainThread ? 'process' : 'thread'} exit with code ${last}`, code: Number(last) });
    };
    const { reallyExit } = target;
    if (reallyExit)
      target.reallyExit = (...args) => {
        end();
        return Reflect.apply(reallyExit, process, args);
      };
    try {
      return emit();
    } finally {
      if (reallyExit) target.reallyExit = reallyExit;
      end();
    }
  }

  #onRemove(event: unknown): void {
    this.#signals?.onRemove(event);
    // The package signal-exit removes its listeners and then restores the `emit` that it once found.
    if (typeof event === 'string' && event.startsWith('SIG')) queueMicrotask(() => this.#patchAgain());
  }

  #patchAgain(): void {
    if (this.#watchers.size === 0) return;
    this.#probed = false;
    target.emit(PROBE);
    if (!this.#probed) this.#patch();
  }

  #end(exit: ProcessExit): void {
    this.#each((watcher) => watcher.end(exit));
  }

  #each(call: (watcher: ProcessWatcher) => void): void {
    for (const watcher of this.#watchers) {
      try {
        call(watcher);
      } catch {
        // The app goes on, or ends, as without us.
      }
    }
  }
}

function define(emit: Emit): void {
  const isInherited = Object.getPrototypeOf(process).emit === emit;
  if (isInherited) Reflect.deleteProperty(process, 'emit');
  else
    Object.defineProperty(process, 'emit', {
      value: emit,
      configurable: true,
      writable: true,
      enumerable: false,
    });
}
