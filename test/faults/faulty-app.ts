// Runs in its own process: an app that serves requests while something goes wrong with its book. At the end it prints
// whether every response was right and what happened to the recorded profiles.
import { rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { gatebook } from '../../src/http.ts';
import { measure, note } from '../../src/index.ts';

const [fault = '', path = '', count = '1000'] = process.argv.slice(2);
const MEMORY = 8e6;
const workers: Worker[] = [];
process.on('worker', (worker) => workers.push(worker));

const server = createServer({ maxHeaderSize: 64 << 20 }, async (request, response) => {
  if (fault === 'log in a tight loop') for (let n = 0; n < 500; n++) console.log('line', n, request.url);
  if (fault === 'ten thousand spans') for (let n = 0; n < 10_000; n++) measure(`span ${n}`, () => n);
  if (fault === 'a note that throws')
    note('hostile', {
      get x() {
        throw new Error('no');
      },
      toJSON() {
        throw new Error('no');
      },
    } as never);
  response.end(`answer to ${request.url}`);
});
const NOTHING = { recorded: 0, stored: 0, dropped: 0, held: 0, heldBytes: 0 };
/** With `BARE=1`, the same app without Gatebook. */
const book = process.env.BARE
  ? { stats: () => NOTHING, flush: async () => {}, close: async () => {} }
  : gatebook(server, { storage: `sqlite:${path}`, budget: { memory: MEMORY } });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Injects a fault at each fifth of the requests. */
const FAULTS: Record<string, (fifth: number) => void> = {
  'the store is gone': (fifth) => {
    if (fifth === 1) rmSync(dirname(path), { recursive: true, force: true });
  },
  'the disk is full': (fifth) => {
    // Fills the small file system to the last byte, and frees it later.
    const filler = `${dirname(path)}/filler`;
    try {
      if (fifth === 1) for (let n = 0; ; n++) writeFileSync(`${filler}${n}`, Buffer.alloc(1 << 16));
    } catch {
      // The disk is full.
    }
    if (fifth === 3) for (let n = 0; n < 10_000; n++) rmSync(`${filler}${n}`, { force: true });
  },
  'the worker is killed': (fifth) => {
    if (fifth < 4) for (const worker of workers.splice(0)) void worker.terminate();
  },
};

let mostHeld = 0;

async function send(n: number): Promise<boolean> {
  const headers =
    fault === 'ten megabytes of headers' && n % 50 === 0 ? { 'x-flood': 'x'.repeat(10 << 20) } : {};
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent, path: `/${n}?token=secret`, headers }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (part) => {
        body += part;
      });
      response.on('end', () => {
        mostHeld = Math.max(mostHeld, book.stats().heldBytes);
        resolve(response.statusCode === 200 && body === `answer to /${n}?token=secret`);
      });
    }).on('error', () => resolve(false));
  });
}

const total = Number(count);
let wrong = 0;
let highest = 0;
if (fault === 'log in a tight loop') process.stdout.write = (() => true) as never;
globalThis.gc?.();
const before = process.memoryUsage().rss;
for (let done = 0; done < total; done += 50) {
  const fifth = Math.floor((done / total) * 5);
  if (fifth !== Math.floor(((done - 50) / total) * 5) && !process.env.BARE) FAULTS[fault]?.(fifth);
  const results = await Promise.all(Array.from({ length: 50 }, (_, n) => send(done + n)));
  wrong += results.filter((correct) => !correct).length;
  highest = Math.max(highest, process.memoryUsage().rss - before);
  // The sum must hold at all times, not only at the end.
  const { recorded, stored, dropped, held } = book.stats();
  if (recorded !== stored + dropped + held) wrong++;
}
for (let attempt = 0; attempt < 40 && book.stats().held > 0; attempt++) {
  await book.flush();
  await new Promise((resolve) => setTimeout(resolve, 200));
}
const stats = book.stats();
server.close();
agent.destroy();
await book.close();
process.stderr.write(
  `\nRESULT ${JSON.stringify({ wrong, stats, after: book.stats(), highest, mostHeld })}\n`,
);
