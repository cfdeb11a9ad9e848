import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import Cursor from 'pg-cursor';
import QueryStream from 'pg-query-stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentTrail } from '../../../src/record/context.ts';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { detailOf, requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type PostgresServer, startPostgres } from '../../support/servers/postgres.ts';

const SECRET = 'CANARY-71f3';
let server: PostgresServer;
let pool: pg.Pool;
let running: RunningServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ ...server.options, max: 1 });
  await pool.query('CREATE TABLE users (id int PRIMARY KEY, name text)');
  await pool.query("INSERT INTO users SELECT n, 'user ' || n FROM generate_series(1, 1000) n");
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** The spans of a request that runs this. */
async function spansOf(run: () => unknown) {
  running = await serve(run);
  return requestSpans(running, SECRET);
}

/** Passes a callback, and resolves when it is called, in the context of the request. */
function called(start: (done: (error: unknown) => void) => unknown): Promise<unknown> {
  const trail = currentTrail();
  return new Promise((resolve, reject) =>
    start((error) => (currentTrail() === trail ? resolve(error) : reject(new Error('another context')))),
  );
}

/** Runs this with a client of the pool. */
async function withClient(run: (client: pg.PoolClient) => unknown): Promise<void> {
  const client = await pool.connect();
  try {
    await run(client);
  } finally {
    client.release();
  }
}

const SQL = 'SELECT name FROM users WHERE id < $1';
const CONFIG = { text: SQL, values: [4] };
const THIS_FILE = expect.stringMatching(/^test\/recording\/queries\/pg\.test\.ts:\d+:\d+$/);

test.each<[string, () => unknown]>([
  ['pool.query', () => pool.query(SQL, [4])],
  ['pool.query, options', () => pool.query(CONFIG)],
  ['pool.query, a literal', () => pool.query('SELECT name FROM users WHERE id < 4')],
  ['pool.query, callback', () => called((done) => pool.query(SQL, [4], done))],
  ['pool.query, options and callback', () => called((done) => pool.query(CONFIG, done))],
  ['pool.query, prepared', () => pool.query({ ...CONFIG, name: 'few' })],
  ['pool.query, rows as arrays', () => pool.query({ ...CONFIG, rowMode: 'array' })],
  ['client.query', () => withClient((client) => client.query(SQL, [4]))],
  ['client.query, options', () => withClient((client) => client.query(CONFIG))],
  ['client.query, prepared before', () => withClient((client) => client.query({ ...CONFIG, name: 'few' }))],
  [
    'client.query, only the name',
    () => withClient((client) => client.query({ name: 'few', values: [4] } as never)),
  ],
  ['client.query, callback', () => withClient((client) => called((done) => client.query(SQL, [4], done)))],
  [
    'client.query, callback in the options',
    () => withClient((client) => called((callback) => client.query({ ...CONFIG, callback } as never))),
  ],
  [
    'a query object',
    () => withClient((client) => once(client.query(new pg.Query(SQL, [4])) as never, 'end')),
  ],
  [
    'a query object with a callback',
    () => withClient((client) => called((done) => client.query(new pg.Query(CONFIG) as never, done))),
  ],
  [
    'a cursor',
    () =>
      withClient(async (client) => {
        const cursor = client.query(new Cursor(SQL, [4]));
        expect(await cursor.read(2)).toHaveLength(2);
        expect(await cursor.read(2)).toHaveLength(1);
        await cursor.close();
      }),
  ],
  ['a stream', () => withClient((client) => client.query(new QueryStream(SQL, [4])).toArray())],
  [
    'pool.connect, callback',
    () =>
      called((done) =>
        pool.connect((_, client, release) =>
          client?.query(SQL, [4], (error) => {
            release();
            done(error);
          }),
        ),
      ),
  ],
])('sees %s once, with all that is known of it', async (_, run) => {
  const spans = await spansOf(run);
  expect(spans).toEqual([
    expect.objectContaining({
      kind: 'sql',
      name: expect.stringMatching(/^SELECT name FROM users WHERE id < (\$1|\?)$/),
      system: 'postgresql',
      database: 'postgres',
      rows: 3,
      parent: null,
      duration: expect.any(Number),
      calledFrom: THIS_FILE,
    }),
  ]);
  expect(spans[0]).not.toHaveProperty('error');
  expect(spans[0]).not.toHaveProperty('transaction');
});

test('a query that is no longer called from the app has the line that asked for its connection', async () => {
  const spans = await spansOf(() =>
    called((done) =>
      pool.connect((_, client, release) => {
        const answer = (error: unknown) => {
          release();
          done(error);
        };
        if (client) process.nextTick(client.query.bind(client), SQL, [4], answer);
      }),
    ),
  );
  expect(spans).toEqual([expect.objectContaining({ rows: 3, calledFrom: THIS_FILE })]);
});

test('a call that gets no connection has waited for it', async () => {
  const full = new pg.Pool({ ...server.options, max: 1, connectionTimeoutMillis: 50 });
  const client = await full.connect();
  const spans = await spansOf(() => called((done) => full.connect(done)));
  client.release();
  await full.end();
  expect(spans).toEqual([
    expect.objectContaining({
      name: 'connect',
      calledFrom: THIS_FILE,
      error: expect.stringContaining('timeout'),
    }),
  ]);
  expect(spans[0]?.wait).toBeGreaterThan(45_000);
});

test('knows durations, changed rows, several statements, and the values of none', async () => {
  const spans = await spansOf(async () => {
    await pool.query('SELECT pg_sleep(0.03)');
    await pool.query('UPDATE users SET name = $1 WHERE id <= 5', [SECRET]);
    await pool.query(`UPDATE users SET name = '${SECRET}' WHERE id <= 5; SELECT id FROM users LIMIT 2`);
    await pool.query({ text: 'SELECT $1::text', values: [SECRET], name: 'secret' });
  });
  expect(spans.map(({ rows }) => rows)).toEqual([1, 5, 7, 1]);
  expect(spans[0]?.duration).toBeGreaterThan(29_000);
  expect(spans[0]?.duration).toBeLessThan(200_000);
});

test.each<[string, () => unknown, RegExp]>([
  ['a failed query', () => pool.query(`SELECT missing, '${SECRET}' FROM users`), /column "missing" does not/],
  ['in a callback', () => called((done) => pool.query('SELECT missing', done)), /"missing" does not exist/],
  ['a wrong type', () => pool.query('SELECT $1::int', ['x']), /invalid input syntax/],
  [
    'a timeout',
    () => pool.query({ text: 'SELECT pg_sleep(1)', query_timeout: 5 } as never),
    /Query read timeout/,
  ],
  [
    'a parser of types that throws',
    () => {
      const getTypeParser = () => () => {
        throw new Error('bad parser');
      };
      return pool.query({ text: 'SELECT 1 AS id', types: { getTypeParser } } as never);
    },
    /bad parser/,
  ],
  [
    'a cancelled query',
    () =>
      withClient((client) => {
        const { processID } = client as unknown as { processID: number };
        const other = new pg.Client(server.options);
        const cancel = async () => {
          await sleep(20);
          await other.connect();
          await other.query(`SELECT pg_cancel_backend(${processID})`);
          await other.end();
        };
        return Promise.all([client.query('SELECT pg_sleep(10)'), cancel()]);
      }),
    /canceling statement/,
  ],
  [
    'a closed client',
    async () => {
      const client = new pg.Client(server.options);
      await client.connect();
      await client.end();
      await client.query('SELECT 1');
    },
    /not queryable/,
  ],
  [
    'a server that is away',
    () => new pg.Pool({ host: '127.0.0.1', port: 1 }).query('SELECT 1'),
    /ECONNREFUSED/,
  ],
])('%s is recorded as failed', async (_, run, error) => {
  const spans = await spansOf(async () => {
    await run();
  });
  expect(spans[0]?.error).toMatch(error);
  expect(spans[0]?.duration).toEqual(expect.any(Number));
});

test('numbers transactions and counts the wait for a connection once', async () => {
  const spans = await spansOf(async () => {
    await Promise.all([
      pool.query('SELECT pg_sleep(0.03)'),
      pool.query('SELECT 1'),
      withClient(async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT 2');
        await client.query('ROLLBACK');
        await client.query('SELECT 3');
        await Promise.all([client.query('SELECT pg_sleep(0.02)'), client.query('SELECT 4')]);
      }),
    ]);
  });
  const transactions = spans.map(({ transaction }) => transaction);
  expect(transactions).toEqual([undefined, undefined, 1, 1, 1, undefined, undefined, undefined]);
  const waits = spans.map(({ wait = 0 }) => wait > 15_000);
  expect(waits).toEqual([false, true, true, false, false, false, false, true]);
  for (const { wait = 0, duration } of spans) expect(duration).toBeGreaterThan(wait);
});

test('200 requests at once over one connection have their own queries', async () => {
  running = await serve(async ({ url = '' }) => {
    const id = Number(url.slice(1));
    await called((done) => pool.query(`SELECT ${id} AS "a${id}"`, done));
    await withClient((client) => called((done) => client.query(`SELECT $1::int AS "b${id}"`, [id], done)));
    await pool.query(`SELECT ${id} AS "c${id}"`);
  });
  const { port } = running;
  await Promise.all(Array.from({ length: 200 }, (_, id) => sendRequest(port, `/${id}`)));
  for (let id = 0; id < 200; id += 7) {
    const { spans = [] } = await detailOf(running, `/${id}`);
    const names = spans.map(({ name }) => name.match(/"(.+)"/)?.[1]);
    expect(names).toEqual([`a${id}`, `b${id}`, `c${id}`]);
  }
});
