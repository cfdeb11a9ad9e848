import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const CONNECTIONS = 8;
const REQUESTS = 6000;
/** A request with its response, headers and recording takes 6 KB. */
const MOST_KEPT = 1500;

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

/** Sends requests one after the other on each of some connections. */
async function send(port: number, count: number): Promise<void> {
  let left = count;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const next = () => {
        if (left-- > 0)
          socket.write('GET /shelves/7?page=2 HTTP/1.1\r\nHost: shop.example\r\nAccept: */*\r\n\r\n');
        else socket.end();
      };
      socket
        .on('connect', next)
        .on('data', next)
        .on('error', reject)
        .on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

test.each(['none', 'all'] as const)(
  'requests are freed while they are young, with details: %s',
  { timeout: 60_000 },
  async (details) => {
    const server = createServer((_request, response) => setImmediate(() => response.end('a book')));
    const book = gatebook(server, { storage: 'memory:', details, keep: { entries: 100 } });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    undo.push(async () => {
      server.close();
      await book.close();
    });
    const { port } = server.address() as AddressInfo;
    const heapUsed = () => {
      gc({ type: 'minor' });
      gc({ type: 'minor' });
      return process.memoryUsage().heapUsed;
    };
    await send(port, REQUESTS);
    const before = heapUsed();
    await send(port, REQUESTS);
    expect((heapUsed() - before) / REQUESTS).toBeLessThan(MOST_KEPT);
  },
);
