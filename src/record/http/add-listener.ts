import type { EventEmitter } from 'node:events';

type Listener = (...args: never[]) => void;

/**
 * Listens to an emitter of the app. Its limit of listeners rises by one, so that Node warns of a leak at the same number of the app's
 * own listeners as without ours. Replacing `emit` instead would put a frame of ours into the stack of every listener.
 */
export function addListener(emitter: EventEmitter, event: string, listener: Listener): void {
  const limit = emitter.getMaxListeners();
  // 0 means no limit.
  if (limit > 0) emitter.setMaxListeners(limit + 1);
  emitter.on(event, listener as (...args: unknown[]) => void);
}
