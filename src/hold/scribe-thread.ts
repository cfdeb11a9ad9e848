import { extname } from 'node:path';
import type { RedactionOptions } from '../profile/redaction.ts';
import { startThread, type Thread } from '../store/thread.ts';
import type { Scribe } from './scribe.ts';

export interface ScribeOptions {
  readonly storage: string;
  readonly redaction?: RedactionOptions;
}

export interface ScribeThread extends Scribe {
  /** Blocks until it has done all that it was asked, at most for so long. */
  settle(ms: number): void;
  /** How often it has died and was started again. */
  restarts(): number;
}

const WORKER = new URL(`./scribe-worker${extname(import.meta.url)}`, import.meta.url);

/** A scribe in a thread of its own. One that has died is started again when it is next needed. */
export function startScribe(options: ScribeOptions): ScribeThread {
  let thread: Thread<Scribe> | null = null;
  let restarts = 0;
  let closed = false;

  function alive(): Thread<Scribe> {
    if (thread?.hasEnded() && !closed) {
      restarts++;
      thread = null;
    }
    thread ??= startThread<Scribe>({
      worker: WORKER,
      name: 'scribe',
      keeps: options.storage,
      data: options,
      background: true,
    });
    return thread;
  }

  return {
    write: (batch) => alive().call('write', [batch]),
    lease: (size) => alive().call('lease', [size]),
    retain: (keep) => alive().call('retain', [keep]),
    settle: (ms) => thread?.settle(ms),
    restarts: () => restarts,
    async close() {
      if (closed) return;
      closed = true;
      await thread?.close();
    },
  };
}
