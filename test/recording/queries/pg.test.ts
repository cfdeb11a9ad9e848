import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { type Handler, requestDetail, serve } from '../../support/recorded-server.ts';
import { type PostgresServer, startPostgres } from '../../support/servers/postgres.ts';

let server: PostgresServer;
let pool: pg.Pool;
let running: RunningServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ ...server.options, max: 2 });
  await pool.query('CREATE TABLE users (id int PRIMARY KEY, name text)');
  await pool.query("INSERT INTO users SELECT n, 'user ' || n FROM generate_series(1, 1000) n");
});
afterEach(() => running?.close());
afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** The spans of a request. */
async function record(handle: Handler) {
  running = await serve(handle);
  const { spans = [] } = await requestDetail(running);
  return spans;
}

const SELECT = 'SELECT name FROM users WHERE id < $1';

test('sees each query once, with all that is known of it', async () => {
  const spans = await record(async () => {
    await pool.query(SELECT, [4]);
    await pool.query('SELECT pg_sleep(0.02)');
  });
  expect(spans).toHaveLength(2);
  expect(spans[0]).toMatchObject({
    kind: 'sql',
    name: SELECT,
    system: 'postgresql',
    database: 'postgres',
    rows: 3,
    parent: null,
    calledFrom: expect.stringMatching(/^test\/recording\/queries\/pg\.test\.ts:\d+:\d+$/),
  });
  expect(spans[1]?.duration).toBeGreaterThan(19_000);
});
