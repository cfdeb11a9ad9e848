// An app that makes requests to itself, prints what it answered and what Gatebook recorded, and ends.
import express from 'express';
import knex from 'knex';
import pg from 'pg';

const { hostname: host, port, username: user } = new URL(process.env.POSTGRES);
const connection = { host, port: Number(port), user, database: 'postgres' };
const pool = new pg.Pool({ ...connection, max: 2 });
const db = knex({ client: 'pg', connection, pool: { min: 0, max: 2 } });

// knex asks for the version of the server with its first query.
await db.raw('SELECT 1');

const app = express();
const { gatebook } = process.env.WITHOUT_GATEBOOK ? {} : await import('gatebook/express');
const instrumentations = process.env.INSTRUMENTATIONS?.split(',');
const book = gatebook?.(app, { storage: 'memory:', ...(instrumentations && { instrumentations }) });

app.get('/pool', async (_request, response) => {
  const { rows } = await pool.query('SELECT 1 + $1 AS sum', [1]);
  response.json(rows);
});
app.get('/both', async (_request, response) => {
  const results = await Promise.all([pool.query('SELECT 2 AS a'), pool.query('SELECT 3 AS b')]);
  response.json(results.map(({ rows }) => rows));
});
app.get('/client', async (_request, response) => {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT 4 AS c');
  await client.query('COMMIT');
  client.release();
  response.json(rows);
});
app.get('/callback', (_request, response, next) => {
  void pool.query('SELECT 5 AS d', (error, result) => (error ? next(error) : response.json(result.rows)));
});
app.get('/knex', async (_request, response) => {
  const { rows } = await db.raw('SELECT ? + 1 AS e', [5]);
  response.json([rows, await db.select(db.raw('7 AS f'))]);
});
app.get('/none', async (_request, response) => {
  await fetch(`${own}/static`);
  response.json([]);
});
app.get('/static', (_request, response) => response.json('static'));
app.get('/fails', () => pool.query('SELECT broken'));
app.use((error, _request, response, _next) => response.status(500).json(error.message));

const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const own = `http://127.0.0.1:${server.address().port}`;
const answers = {};
for (const path of ['/pool', '/both', '/client', '/callback', '/knex', '/none', '/fails']) {
  const answer = await fetch(own + path);
  answers[path] = [answer.status, await answer.text()];
}

const seen = {};
if (book) {
  await book.flush();
  for (const { token, url, kind, queries, trace, error } of (await book.search('', { limit: 100 })).entries) {
    if (kind !== 'main') continue;
    const spans = (await book.get(token)).detail.spans ?? [];
    const http = spans.filter((span) => span.kind === 'http').length;
    const otel = spans.filter((span) => span.kind === 'otel').map(({ name }) => name);
    seen[new URL(url).pathname] = { queries, trace, error, http, otel };
  }
}
console.log(JSON.stringify({ answers, seen, faults: book?.stats().faults }));
await book?.close();
await pool.end();
await db.destroy();
server.closeAllConnections();
server.close();
// Agents keep the process alive to send what they collected.
setTimeout(() => process.exit(), 200).unref();
process.exitCode = 0;
if (process.env.AGENT) process.exit();
