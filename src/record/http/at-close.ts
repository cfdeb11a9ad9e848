import type { EventEmitter } from 'node:events';

/**
 * Calls a function that never throws when the emitter emits `close`, before its listeners. Without a listener of its own, which would be
 * one more towards the app's limit of ten.
 */
export function atClose(emitter: EventEmitter, action: () => void): void {
  const { emit } = emitter;
  emitter.emit = function (this: EventEmitter, ...args: Parameters<typeof emit>): boolean {
    if (args[0] === 'close') action();
    return Reflect.apply(emit, this, args);
  };
}
