// Runs in its own process: an app on HTTP/1 and HTTP/2, with Gatebook or without (BARE=1). It replies to messages of its
// parent with its memory and its statistics.
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';

const [built = '', folder = '', maxBytes = '50000000'] = process.argv.slice(2);
const { gatebook } = (await import(`${built}http.js`)) as typeof import('../../../src/http.ts');
const { gatebook: gatebookHttp2 } = (await import(
  `${built}http2.js`
)) as typeof import('../../../src/http2.ts');

export interface AppReport {
  readonly rss: number;
  readonly recorded: number;
  readonly accounted: number;
  readonly dropped: number;
  readonly faults: number;
}

const server = createServer((request, response) => {
  request.resume();
  response.end(`answer to ${request.url?.slice(0, 50)}`);
});
const http2 = createHttp2Server((request, response) => {
  request.resume();
  response.end('answer');
});
// The load keeps its connections; one that the server closes while it is idle would never get a response.
server.keepAliveTimeout = 3_600_000;
http2.on('sessionError', () => {});

const options = { storage: `sqlite:${folder}/book`, keep: { bytes: Number(maxBytes) } };
const books = process.env.BARE ? [] : [gatebook(server, options), gatebookHttp2(http2, options)];

async function listen(listening: Server): Promise<number> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port;
}

function report(): AppReport {
  const all = books.map((book) => book.stats());
  const sum = (of: (stats: (typeof all)[number]) => number) =>
    all.reduce((total, stats) => total + of(stats), 0);
  return {
    rss: process.memoryUsage.rss(),
    recorded: sum(({ recorded }) => recorded),
    accounted: sum(({ stored, dropped, held }) => stored + dropped + held),
    dropped: sum(({ dropped }) => dropped),
    faults: sum(({ faults }) => faults),
  };
}

process.on('message', async (message) => {
  if (message === 'report') process.send?.(report());
  if (message !== 'close') return;
  await Promise.all(books.map((book) => book.close()));
  process.send?.(report());
  process.exit(0);
});
process.send?.({ ports: [await listen(server), await listen(http2)] });
