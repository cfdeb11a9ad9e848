import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gatebook } from '../../src/gatebook.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { Entry } from '../../src/profile/entry.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';

/** A recorded server on a loopback port. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly server: Server | Http2SecureServer;
  readonly book: Gatebook;
  /** Opens an HTTP/1 connection. */
  connect(): Socket;
  /** Destroys every connection, including upgraded ones. */
  dropConnections(): void;
  close(): Promise<void>;
}

export interface Variant extends GatebookOptions {
  /** The app has custom error and not-found handlers. */
  readonly customHandlers?: boolean;
  readonly host?: string;
}

export type Framework = (variant?: Variant) => Promise<RunningServer>;

// biome-ignore lint/suspicious/noExplicitAny: the two versions of a framework share no types
export type Any = any;

/** Makes Node check for request timeouts every 30 ms. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 30 };

/** Values that a handler may throw besides a plain Error, by path. */
export const ODD_ERRORS: Readonly<Record<string, () => unknown>> = {
  '/nameless': () => Object.assign(new Error('x'), { name: {} }),
  '/unreadable': () =>
    Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('no');
      },
    }),
  '/stringless': () => Object.create(null),
};

export function failure(): TypeError {
  return new TypeError('thrown password=CANARY', { cause: new RangeError('deeper') });
}

/** Waits until the book has this many entries and returns them, newest first. */
export async function waitForEntries({ book }: { book: Gatebook }, count: number): Promise<readonly Entry[]> {
  const store = await book.store();
  for (let attempt = 0; ; attempt++) {
    await book.flush();
    const page = await store.search({ ...EVERYTHING, limit: 1000 });
    if (page.entries.length >= count || attempt > 100) return page.entries;
    await sleep(20);
  }
}

export async function profileOf(
  { book }: { book: Gatebook },
  entry: Entry | undefined,
): Promise<Profile | null> {
  const store = await book.store();
  const found = entry && (await store.get(store.tokens.tokenOf(entry.seq)));
  return found && 'entry' in found ? found : null;
}

export async function listen(server: Server, book: Gatebook, host = '127.0.0.1'): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    book,
    connect: () => connect(port, '127.0.0.1'),
    dropConnections: hangUp,
    async close() {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
      await book.close();
    },
  };
}
