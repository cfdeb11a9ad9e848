// node bench/record/queries.ts [WAY...]: what recording a query costs the request thread, in CPU time.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import pg from 'pg';
import { createClient } from 'redis';
import { startMemcached } from '../../test/support/servers/memcached.ts';
import { startMongo } from '../../test/support/servers/mongo-wire.ts';
import { startPostgres } from '../../test/support/servers/postgres.ts';
import { startRedis } from '../../test/support/servers/redis.ts';
import { quantile } from '../figures.ts';

// What users run.
const BUILT = '../../dist/http.js';
const { gatebook } = (await import(BUILT)) as typeof import('../../src/http.ts');
const QUERIES = 80;
const TURNS = Number(process.env.TURNS ?? 150);

const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
const postgres = await startPostgres();
const client = new pg.Client(postgres.options);
await client.connect();
const pool = new pg.Pool({ ...postgres.options, max: 1 });
const redisServer = await startRedis();
const ioredis = new Redis(redisServer.port, redisServer.host);
const redis = createClient({ socket: { host: redisServer.host, port: redisServer.port } });
await redis.connect();
const memcachedServer = await startMemcached();
const Memcached = createRequire(import.meta.url)('memcached');
const memcached = new Memcached(`${memcachedServer.host}:${memcachedServer.port}`, { poolSize: 1 });
// A fake in this thread: only the difference means something.
const mongoServer = await startMongo();
const mongo = new MongoClient(mongoServer.url);
const books = mongo.db('shop').collection('books');
const WAYS = {
  client: () => client.query('SELECT $1::int AS n', [1]),
  // The stacks of the first 8 queries with the same statement are taken: here of all.
  statements: (n: number) => client.query(`SELECT $1::int AS n${n}`, [1]),
  pool: () => pool.query('SELECT $1::int AS n', [1]),
  ioredis: () => ioredis.get('user:1'),
  redis: () => redis.get('user:1'),
  memcached: () => new Promise((done) => memcached.get('user:1', done)),
  mongodb: () => books.findOne({ title: 'a', year: { $gt: 1 } }),
};
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WAYS);

/** Microseconds of CPU time per query, in the handler of a request. */
let last = 0;
async function handle(way: keyof typeof WAYS): Promise<void> {
  const start = process.threadCpuUsage();
  for (let n = 0; n < QUERIES; n++) await WAYS[way](n);
  const { user, system } = process.threadCpuUsage(start);
  last = (user + system) / QUERIES;
}

async function listen(isRecorded: boolean): Promise<string> {
  const server = createServer(async (request, response) => {
    await handle(request.url?.slice(1) as keyof typeof WAYS);
    response.end();
  });
  // Not in memory: that book is written in the thread of the app.
  if (isRecorded)
    gatebook(server, { storage: `sqlite:${folder}/book`, details: 'all', key: 'key-of-the-benchmark' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const [bare, recorded] = [await listen(false), await listen(true)];

for (const way of chosen) {
  const times: Record<string, number[]> = { [bare]: [], [recorded]: [], added: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    const pair = turn % 2 === 0 ? [bare, recorded] : [recorded, bare];
    const costs: Record<string, number> = {};
    for (const url of pair) {
      await (await fetch(`${url}/${way}`)).text();
      costs[url] = last;
    }
    if (turn < TURNS / 5) continue;
    for (const url of pair) times[url]?.push(costs[url] ?? 0);
    times.added?.push((costs[recorded] ?? 0) - (costs[bare] ?? 0));
  }
  const figures = (name: string) =>
    [0.25, 0.5, 0.75].map((q) => quantile(times[name] ?? [], q).toFixed(1)).join(' ');
  console.log(
    `${way}: bare ${figures(bare)}, recorded ${figures(recorded)}, added ${figures('added')} µs (quartiles)`,
  );
}
ioredis.disconnect();
redis.destroy();
memcached.end();
await mongo.close();
await Promise.all([redisServer, memcachedServer, mongoServer].map((server) => server.stop()));
await client.end();
await pool.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
