import { constants } from 'node:os';
import { isatty } from 'node:tty';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];
type OnSignal = (signal: Signal) => void;
type Kill = (pid: number, signal: number) => unknown;
type WithKill = { _kill?: Kill; reallyExit?: (code: number) => void };

export interface SignalWatch {
  /** Call it when a listener was removed from `process`. */
  onRemove(event: unknown): void;
  stop(): void;
}

const NOTHING: SignalWatch = { onRemove() {}, stop() {} };

/**
 * Calls `end` before the process ends by a signal that the app has no listener for. A listener of ours would change what other code
 * counts, and what the signal does. So this starts Node's own handle of the signal, as `process.on` does, without a listener.
 * Does nothing in a terminal, where Ctrl+C has to work while the event loop is blocked, and in a worker thread.
 */
export function watchUnhandledSignals(end: OnSignal): SignalWatch {
  const startHandle = ownListener('newListener', 'startListeningIfSignal');
  const stopHandle = ownListener('removeListener', 'stopListeningIfSignal');
  const target = process as unknown as WithKill;
  const kill = target._kill;
  // The kernel ignores these signals for the first process of a container, unless it listens to them.
  const isIgnored = process.pid === 1 || hasTerminal();
  if (!startHandle || !stopHandle || !kill || isIgnored) return NOTHING;

  /** Node starts no second handle of a signal, and stops none that has a listener. */
  const start = (signal: Signal): void => {
    let isOurs = false;
    try {
      // Node binds the current `emit` to the handle.
      isOurs = withEmit(onSignal, () => startHandle(signal));
    } catch {
      // No handle: the signal ends the process at once.
    }
    // Another `process` than Node's own, as in Jest: the signal would be lost.
    if (!isOurs) stopHandle(signal);
  };

  /** Counts before the listeners run: `once` removes its own first. */
  const onSignal = (signal: Signal, ...args: unknown[]): void => {
    if (process.listenerCount(signal) > 0) {
      Reflect.apply(process.emit, process, [signal, ...args]);
      return;
    }
    endBy(signal);
    // On Windows a process can't send itself SIGHUP, which it gets when its console is closed.
    const failure = kill.call(process, process.pid, constants.signals[signal]);
    if (Number(failure) < 0) target.reallyExit?.(128 + constants.signals[signal]);
  };

  /** From here on the signal has its default effect. */
  const endBy = (signal: Signal): void => {
    end(signal);
    stopHandle(signal);
  };

  /** A process that sends itself a signal must end here, not in the next turn of the event loop. */
  const killNow: Kill = (pid, number) => {
    const signal = SIGNALS.find((name) => constants.signals[name] === number);
    const isOwn = pid === process.pid || pid === 0 || pid === -process.pid;
    if (signal && isOwn && process.listenerCount(signal) === 0) endBy(signal);
    return kill.call(process, pid, number);
  };

  for (const signal of SIGNALS) start(signal);
  target._kill = killNow;
  return {
    // Node has stopped the handle of a signal whose last listener was removed.
    onRemove(event) {
      const signal = SIGNALS.find((name) => name === event);
      if (signal) start(signal);
    },
    stop() {
      for (const signal of SIGNALS) stopHandle(signal);
      if (target._kill === killNow) target._kill = kill;
    },
  };
}

/** Whether a person may end this process by Ctrl+C. */
export function hasTerminal(): boolean {
  return [0, 1, 2].some((fd) => isatty(fd));
}

/** A listener of `process` that Node has added itself. */
function ownListener(event: string, name: string): ((signal: Signal) => void) | undefined {
  const listener = process.listeners(event as 'newListener').find((own) => own.name === name);
  return listener as ((signal: Signal) => void) | undefined;
}

/** Runs a function while `process.emit` is another one. Returns whether it was read. */
function withEmit(emit: unknown, run: () => void): boolean {
  const own = Object.getOwnPropertyDescriptor(process, 'emit');
  let wasRead = false;
  Object.defineProperty(process, 'emit', {
    configurable: true,
    get() {
      wasRead = true;
      return emit;
    },
  });
  try {
    run();
  } finally {
    if (own) Object.defineProperty(process, 'emit', own);
    else Reflect.deleteProperty(process, 'emit');
  }
  return wasRead;
}
