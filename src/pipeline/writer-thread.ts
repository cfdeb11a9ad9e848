import { extname } from 'node:path';
import type { RedactionOptions } from '../redact/redaction.ts';
import { keepEngineLoaded } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type RpcClient, startWorker } from '../worker/rpc-client.ts';
import type { Writer } from './writer.ts';
import { remoteStore, type WriterMethods } from './writer-store.ts';

export interface WriterOptions {
  readonly storage: string;
  readonly redaction?: RedactionOptions;
}

export interface WriterThread extends Writer {
  /** The book it writes into, asked through it. */
  openStore(): Promise<Store>;
  /** Blocks until it has done all that it was asked, at most for so long. */
  waitUntilIdle(ms: number): void;
  /** How often it has died and was started again. */
  restarts(): number;
}

const WORKER = new URL(`./writer-worker${extname(import.meta.url)}`, import.meta.url);

/** A scribe in a thread of its own. One that has died is started again when it is next needed. */
export function startWriterThread(options: WriterOptions): WriterThread {
  let thread: RpcClient<WriterMethods> | null = null;
  let restarts = 0;
  let closed = false;

  function alive(): RpcClient<WriterMethods> {
    if (thread?.hasEnded() && !closed) {
      restarts++;
      thread = null;
    }
    if (!thread) keepEngineLoaded(options.storage);
    thread ??= startWorker<WriterMethods>({
      worker: WORKER,
      name: 'scribe',
      resource: options.storage,
      data: options,
      background: true,
    });
    return thread;
  }

  return {
    write: (batch) => alive().call('write', [batch]),
    lease: (size) => alive().call('lease', [size]),
    retain: (keep) => alive().call('retain', [keep]),
    openStore: () => remoteStore(alive),
    waitUntilIdle: (ms) => thread?.waitUntilIdle(ms),
    restarts: () => restarts,
    async close() {
      if (closed) return;
      closed = true;
      await thread?.close();
    },
  };
}
