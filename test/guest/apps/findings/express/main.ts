// A shop on Express 5 with PostgreSQL. Release 1.5.0 has the faults that test/guest/findings.guest.ts expects to be found.
import express, { type ErrorRequestHandler } from 'express';
import { gatebook } from 'gatebook/express';
import pg from 'pg';

const isNew = process.env.RELEASE === '1.5.0';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const app = express();
gatebook(app, {
  release: process.env.RELEASE,
  details: 'all',
  user: (request) => String(request.headers['x-user'] ?? ''),
});

/** Addresses of users. Release 1.5.0 takes for granted that everyone has one. */
const ADDRESSES = new Map([
  ['ana', { country: 'HR' }],
  ['bob', { country: 'IE' }],
  ['dan', { country: 'DK' }],
]);

app.post('/checkout', async (request, response) => {
  const user = String(request.headers['x-user']);
  await pool.query('SELECT 1 AS cart WHERE $1 <> $2', [user, '']);
  const address = ADDRESSES.get(user);
  const country = isNew ? taxCountry(address as { country: string }) : (address?.country ?? 'EU');
  response.json({ country });
});

function taxCountry(address: { readonly country: string }): string {
  return address.country.toLowerCase();
}

app.get('/search', async (_request, response) => {
  if (isNew) await pool.query('SELECT id FROM products, pg_sleep(0.09) ORDER BY rating');
  else await pool.query('SELECT id FROM products ORDER BY id');
  response.json([]);
});

app.get('/orders', async (_request, response) => {
  const lines: unknown[] = [];
  for (let order = 1; order <= 8; order++)
    lines.push((await pool.query('SELECT name FROM lines WHERE order_id = $1', [order])).rows);
  response.json(lines);
});

app.get('/rates', async (_request, response) => {
  const rates = await fetch(`${process.env.UPSTREAM}/${isNew ? 'v2' : 'v1'}/rates`);
  if (!rates.ok) throw new UpstreamError(`The bank answered ${rates.status}`);
  response.json(await rates.json());
});

class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

app.get('/report', (_request, response) => {
  // The response does not wait for it: the error ends the process.
  if (isNew) setImmediate(() => writeReport(null));
  else response.end('done');
});

function writeReport(rows: readonly string[] | null): number {
  if (rows === null) throw new RangeError('A report needs rows');
  return rows.length;
}

const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error instanceof UpstreamError ? 502 : 500).end('Sorry');
};
app.use(answerErrors);

await pool.query(`
  CREATE TABLE IF NOT EXISTS products (id int, rating int);
  CREATE TABLE IF NOT EXISTS lines (order_id int, name text)`);
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
