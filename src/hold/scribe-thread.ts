import { extname } from 'node:path';
import type { RedactionOptions } from '../profile/redaction.ts';
import { keepLoaded } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { startThread, type Thread } from '../store/thread.ts';
import type { Scribe } from './scribe.ts';
import { type ScribeMethods, storeAt } from './scribe-store.ts';

export interface ScribeOptions {
  readonly storage: string;
  readonly redaction?: RedactionOptions;
}

export interface ScribeThread extends Scribe {
  /** The book it writes into, asked through it. */
  openStore(): Promise<Store>;
  /** Blocks until it has done all that it was asked, at most for so long. */
  settle(ms: number): void;
  /** How often it has died and was started again. */
  restarts(): number;
}

const WORKER = new URL(`./scribe-worker${extname(import.meta.url)}`, import.meta.url);

/** A scribe in a thread of its own. One that has died is started again when it is next needed. */
export function startScribe(options: ScribeOptions): ScribeThread {
  let thread: Thread<ScribeMethods> | null = null;
  let restarts = 0;
  let closed = false;

  function alive(): Thread<ScribeMethods> {
    if (thread?.hasEnded() && !closed) {
      restarts++;
      thread = null;
    }
    if (!thread) keepLoaded(options.storage);
    thread ??= startThread<ScribeMethods>({
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
    openStore: () => storeAt(alive),
    settle: (ms) => thread?.settle(ms),
    restarts: () => restarts,
    async close() {
      if (closed) return;
      closed = true;
      await thread?.close();
    },
  };
}
