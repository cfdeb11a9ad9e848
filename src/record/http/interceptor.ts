import type { EventEmitter } from 'node:events';

/** Told of an event before its listeners are; `true` keeps it from them. */
export type Interceptor = (...args: never[]) => unknown;

const EARS = Symbol('gatebook.ears');
type Overheard = EventEmitter & { [EARS]?: Map<string | symbol, Interceptor> };

/**
 * Hears what an emitter says without being one of its listeners. A server is asked for its listeners by Node: with
 * one for `clientError` nobody answers 400, with one for `upgrade` no upgrade is an ordinary request.
 */
export function intercept(emitter: EventEmitter, heard: Readonly<Record<string, Interceptor>>): void {
  const overheard: Overheard = emitter;
  let ears = overheard[EARS];
  if (!ears) {
    ears = new Map();
    overheard[EARS] = ears;
    emitter.emit = emitOf(emitter, ears);
  }
  for (const [event, ear] of Object.entries(heard)) ears.set(event, ear);
}

function emitOf(
  { emit }: EventEmitter,
  ears: ReadonlyMap<string | symbol, Interceptor>,
): EventEmitter['emit'] {
  return function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
    const ear = ears.get(event);
    if (ear !== undefined && ear(...(args as never[])) === true) return true;
    return emit.call(this, event, ...args);
  };
}
