import { extname } from 'node:path';
import type { RedactionOptions } from '../redact/redaction.ts';
import { displayStorage } from '../store/display-storage.ts';
import { keepEngineLoaded } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type RpcClient, startWorker } from '../worker/rpc-client.ts';
import type { Writer } from './writer.ts';
import { remoteStore, type WriterMethods } from './writer-store.ts';

export interface WriterOptions {
  readonly storage: string;
  readonly redaction?: RedactionOptions | undefined;
}

/** A writer, in a thread or not. */
export interface RunningWriter extends Writer {
  /** A store that reads through this writer. */
  openStore(): Promise<Store>;
  /** Blocks until all calls have their reply, for at most `ms` milliseconds. */
  waitUntilIdle(ms: number): void;
  /** How many times the thread was restarted after a crash. */
  restarts(): number;
}

const WORKER = new URL(`./writer-worker${extname(import.meta.url)}`, import.meta.url);

/** A writer in its own thread. After a crash, the next call starts a new thread. */
export function startWriterThread(options: WriterOptions): RunningWriter {
  let thread: RpcClient<WriterMethods> | null = null;
  let restarts = 0;
  let closed = false;

  function running(): RpcClient<WriterMethods> {
    if (thread?.hasEnded() && !closed) {
      restarts++;
      thread = null;
    }
    if (!thread) keepEngineLoaded(options.storage);
    thread ??= startWorker<WriterMethods>({
      worker: WORKER,
      name: 'writer',
      resource: displayStorage(options.storage),
      data: options,
      background: true,
    });
    return thread;
  }

  return {
    write: (batch) => running().call('write', [batch]),
    lease: (size) => running().call('lease', [size]),
    tokenKey: () => running().call('tokenKey', []),
    retain: (keep) => running().call('retain', [keep]),
    openStore: () => remoteStore(running),
    waitUntilIdle: (ms) => thread?.waitUntilIdle(ms),
    restarts: () => restarts,
    async close() {
      if (closed) return;
      closed = true;
      await thread?.close();
    },
  };
}
