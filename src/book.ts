import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHold, type HoldStats } from './hold/hold.ts';
import type { Wiring } from './record/adapters/adapter.ts';
import { createRecorder } from './record/recorder.ts';
import { recordingOf } from './record/recording.ts';
import { checkStorage, DEFAULT_STORAGE, openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

export interface GatebookOptions {
  /**
   * Where the book is kept: `sqlite:PATH` or `memory:`.
   * @default process.env.GATEBOOK_STORAGE, else 'sqlite:.gatebook/book.db'
   */
  readonly storage?: string;
  /**
   * Who may open the page. Without it only this machine may: a loopback socket, asked for by a loopback
   * name, with no proxy in between.
   */
  readonly authorize?: (request: IncomingMessage) => boolean | Promise<boolean>;
}

/** A running Gatebook: what the adapters hand back to the app. */
export interface Gatebook {
  readonly store: () => Promise<Store>;
  stats(): HoldStats;
  /** Writes what is held now. */
  flush(): Promise<void>;
  /** Stops recording, writes what is held and closes the book. */
  close(): Promise<void>;
}

const PAGE_PATH = '/_profiler';

/** The parts put together: recorder, hold and store, and the page once somebody asks for it. */
export function createGatebook(options: GatebookOptions): { book: Gatebook; wiring: Wiring } {
  const storage = options.storage ?? process.env.GATEBOOK_STORAGE ?? DEFAULT_STORAGE;
  checkStorage(storage);

  let opening: Promise<Store> | null = null;
  const store = () => {
    opening ??= openStore(storage).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const hold = createHold({
    store,
    onTrouble: (error) =>
      say(`${messageOf(error)} Requests are held in memory and writing is tried again; the app goes on.`),
    onRecovery: () => say('Writing works again.'),
  });
  const recorder = createRecorder(hold);
  // So that the first request already finds a lease in hand. If it fails, the first write will tell.
  store().then(
    () => hold.numbers.take(),
    () => {},
  );
  process.once('beforeExit', hold.flush);

  let answer: Promise<(request: IncomingMessage, response: ServerResponse) => unknown> | null = null;
  function page(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPagePath(request.url ?? '')) return false;
    answer ??= import('./serve/mount.ts').then(({ mountPage }) =>
      mountPage({
        base: PAGE_PATH,
        store,
        flush: hold.flush,
        ...(options.authorize && { authorize: options.authorize }),
        onOpen: (opened) => recordingOf(opened)?.forget(),
      }),
    );
    answer
      .then((listener) => listener(request, response))
      .catch((error: unknown) => {
        say(`The page could not be shown: ${messageOf(error)}`);
        response.destroy();
      });
    return true;
  }

  const book: Gatebook = {
    store,
    stats: hold.stats,
    flush: hold.flush,
    async close() {
      recorder.stop();
      process.off('beforeExit', hold.flush);
      await hold.flush();
      await (await store()).close();
    },
  };
  return { book, wiring: { recorder, page } };
}

function isPagePath(url: string): boolean {
  if (!url.startsWith(PAGE_PATH)) return false;
  const next = url[PAGE_PATH.length];
  return next === undefined || next === '/' || next === '?';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(message: string): void {
  process.stderr.write(`gatebook: ${message}\n`);
}
