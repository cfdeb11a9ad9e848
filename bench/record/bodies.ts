// node bench/record/bodies.ts: what recording bodies of 16 KB costs the request thread, in CPU time.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What users run.
const BUILT = '../../dist/http.js';
const { gatebook } = (await import(BUILT)) as typeof import('../../src/http.ts');
const REQUESTS = 50;
const TURNS = Number(process.env.TURNS ?? 400);
const SIZE = 16_384;
const BODY = JSON.stringify({ items: Array.from({ length: 2000 }, (_, id) => ({ id })) }).slice(0, SIZE - 2);
const ANSWERS: Readonly<Record<string, string | Buffer>> = {
  text: BODY.padEnd(SIZE, ' '),
  bytes: Buffer.from(BODY.padEnd(SIZE, ' ')),
};

const OFF = 'off';

function meanAndError(times: readonly number[]): string {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return `${mean.toFixed(1)} ± ${Math.sqrt(variance / times.length).toFixed(1)}`;
}

const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Not in memory: that book is written in the thread of the app. */
async function listen(name: string, bodies: 'all' | 'errors' | 'none'): Promise<string> {
  const server = createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(ANSWERS[request.url?.slice(1) ?? '']);
    });
  });
  const options = { details: 'all', key: 'key-of-the-benchmark', budget: { bytesPerSecond: '1GB' } } as const;
  gatebook(server, { storage: `sqlite:${folder}/${name}`, ...options, bodies });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function send(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': SIZE };
    const request = httpRequest(url, { method: 'POST', headers, agent }, (response) =>
      response.resume().on('end', resolve),
    );
    request.on('error', reject).end(ANSWERS.bytes);
  });
}

/** Microseconds of CPU time per request, client included: the difference between two servers is that of the servers. */
async function cost(url: string): Promise<number> {
  const start = process.threadCpuUsage();
  for (let n = 0; n < REQUESTS; n++) await send(url);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / REQUESTS;
}

const servers = {
  off: await listen('off', 'none'),
  errors: await listen('errors', 'errors'),
  all: await listen('all', 'all'),
};
const names = Object.keys(servers) as (keyof typeof servers)[];
for (const kind of Object.keys(ANSWERS)) {
  const costs: Record<string, number[]> = { off: [], errors: [], all: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const time = await cost(`${servers[name]}/${kind}`);
      if (turn >= TURNS / 5) costs[name]?.push(time);
    }
  }
  // The mean of many turns: the system counts CPU time in steps that are longer than a turn.
  const added = (costs[OFF] ?? []).map((off, turn) => ({
    errors: (costs.errors?.[turn] ?? 0) - off,
    all: (costs.all?.[turn] ?? 0) - off,
  }));
  const figures = (name: 'errors' | 'all') => meanAndError(added.map((turn) => turn[name]));
  console.log(
    `16 KB each way, written as ${kind}: ${meanAndError(costs[OFF] ?? [])} µs without bodies, errors add ${figures('errors')}, all add ${figures('all')} µs (means and standard errors)`,
  );
}
rmSync(folder, { recursive: true, force: true });
process.exit();
