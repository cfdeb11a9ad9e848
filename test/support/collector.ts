import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecondRedaction } from '../../src/redact/redaction.ts';
import { addKey, createKeyRing, type KeyRight, revokeKey } from '../../src/serve/access/collector-keys.ts';
import { type Key, newKey } from '../../src/serve/access/key.ts';
import { createCollectorApi } from '../../src/serve/ingest/collector-api.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import type { Store } from '../../src/store/store.ts';

/** A collector in this process, on a loopback port. */
export interface TestCollector {
  readonly url: string;
  readonly server: Server;
  /** Opens the page, and reads. */
  readonly readKey: Key;
  newKey(right: KeyRight, expires?: Date): Key;
  /** Stops the server and closes the book. */
  close(): Promise<void>;
}

/** @param keys the file for the hashes of its keys */
export async function startCollector(store: Store, keys: string, maxHeld?: number): Promise<TestCollector> {
  const readKey = newKey();
  const api = createCollectorApi({
    store,
    key: readKey,
    find: createKeyRing(keys),
    redaction: createSecondRedaction(),
    ...(maxHeld !== undefined && { maxHeld }),
  });
  const server = createServer((request, response) => {
    if (!api(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    readKey,
    newKey: (right, expires) => addKey(keys, right, expires).key,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await store.close();
    },
  };
}

/** A store whose collector stops when it is closed. */
export async function openThroughCollector(store: Store, keys: string): Promise<Store> {
  const collector = await startCollector(store, keys);
  const remote = await openRemoteStore(collector.url, { read: collector.newKey({ to: 'own' }) });
  return {
    ...remote,
    async close() {
      await remote.close();
      await collector.close();
    },
  };
}

export interface Sent {
  /** The name of a credential. */
  readonly as?: string;
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** The credentials of all kinds, as the values of an Authorization header. */
export function allCredentials(collector: TestCollector, keys: string): Record<string, string> {
  const expired = collector.newKey({ to: 'write', service: 'shop' }, new Date(Date.now() - 1000));
  const revoked = collector.newKey({ to: 'write', service: 'shop' });
  revokeKey(keys, idOf(revoked));
  return {
    none: '',
    empty: 'Bearer ',
    short: 'Bearer x',
    wrong: `Bearer gbw_${'a'.repeat(32)}`,
    basic: `Basic ${collector.readKey}`,
    expired: `Bearer ${expired}`,
    revoked: `Bearer ${revoked}`,
    write: `Bearer ${collector.newKey({ to: 'write', service: 'shop', environment: 'production' })}`,
    other: `Bearer ${collector.newKey({ to: 'write', service: 'other' })}`,
    read: `Bearer ${collector.readKey}`,
    own: `Bearer ${collector.newKey({ to: 'own' })}`,
  };
}

/** The id of a key, as `gatebook keys list` prints it. */
export function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

export async function sendTo(
  url: string,
  authorization: string,
  { method = 'POST', body, headers }: Omit<Sent, 'as'> = {},
) {
  const response = await fetch(url, {
    method,
    headers: { ...(authorization !== '' && { authorization }), ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, json: () => JSON.parse(text) };
}
