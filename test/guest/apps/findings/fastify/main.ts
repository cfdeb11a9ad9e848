// A shop on Fastify 5 with Redis, SQLite and an outgoing API. Release 1.5.0 has the faults that test/guest/findings.guest.ts expects to be found.
import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import { gatebook } from 'gatebook/fastify';
import { Redis } from 'ioredis';

const isNew = process.env.RELEASE === '1.5.0';
const redis = new Redis(Number(process.env.REDIS_PORT), '127.0.0.1');
/** A command that waits holds up those after it on the same connection. */
const waiting = redis.duplicate();
const app = fastify();
void gatebook(app, {
  release: process.env.RELEASE,
  details: 'all',
  user: (request) => String(request.headers['x-user'] ?? ''),
});

app.post('/checkout', async (request) => {
  const user = String(request.headers['x-user']);
  const voucher = await redis.hget('vouchers', user);
  if (isNew && user === 'erin') throw new VoucherError('A voucher without an end');
  return { voucher };
});

class VoucherError extends Error {
  override readonly name = 'VoucherError';
}

app.get('/search', async () => {
  // Nothing is ever pushed: it waits as long as it may.
  if (isNew) return (await waiting.blpop('suggestions', 0.09)) ?? [];
  return redis.lrange('suggestions', 0, 9);
});

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE lines (order_id int, name text)');
const lineOf = db.prepare('SELECT name FROM lines WHERE order_id = ?');

app.get('/orders', async () => {
  const lines: unknown[] = [];
  for (let order = 1; order <= 8; order++) lines.push(lineOf.all(order));
  return lines;
});

app.get('/rates', async (_request, reply) => {
  const rates = await fetch(`${process.env.UPSTREAM}/${isNew ? 'v2' : 'v1'}/rates`);
  if (rates.ok) return rates.json();
  reply.code(502);
  throw new UpstreamError(`The bank answered ${rates.status}`);
});

class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

app.get('/report', (_request, reply) => {
  // The response does not wait for it: the rejection ends the process.
  if (isNew) void writeReport(null);
  else reply.send('done');
});

async function writeReport(rows: readonly string[] | null): Promise<number> {
  await redis.ping();
  if (rows === null) throw new RangeError('A report needs rows');
  return rows.length;
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('ready');
