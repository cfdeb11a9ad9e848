import { rmSync } from 'node:fs';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { requestDetail, serve } from '../../support/recorded-server.ts';
import { type PostgresServer, startPostgres } from '../../support/servers/postgres.ts';

let server: PostgresServer;
const folders = { pg: installLibrary('pg'), 'pg 8.0': installLibrary('pg', 'pg80') };
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

const PROTOTYPES = [pg.Client.prototype, Object.getPrototypeOf(pg.Pool.prototype)];
const methods = () => PROTOTYPES.map((prototype) => Object.getOwnPropertyDescriptors(prototype));
const QUERY = 'SELECT n, $1::text AS t FROM generate_series(1, 3) n';

/** What an operation returns, throws and emits. */
async function outcome(run: (seen: unknown[]) => unknown): Promise<unknown> {
  const seen: unknown[] = [];
  try {
    const returned = run(seen);
    seen.push(Object.prototype.toString.call(returned), returned?.constructor?.name);
    seen.push(await returned);
  } catch (error) {
    const { name, message, code, position } = error as Error & { code?: unknown; position?: unknown };
    seen.push({ name, message, code, position });
  }
  return JSON.parse(JSON.stringify(seen));
}

/** Runs 1,000 operations of all kinds. A failed one ends its connection, so these are fewer. Returns their outcomes and the events of the pool. */
async function operate(): Promise<unknown[]> {
  const pool = new pg.Pool({ ...server.options, max: 3 });
  const events: string[] = [];
  for (const name of ['acquire', 'release', 'error'] as const) pool.on(name, () => events.push(name));
  const callback = (start: (done: (...args: unknown[]) => void) => unknown) => (seen: unknown[]) =>
    new Promise((resolve) => {
      seen.push(
        start((...args) => resolve([args.length, ...args.map((value) => Object(value).rows ?? value)])),
      );
    });
  const operations: ((seen: unknown[]) => unknown)[] = [
    () => pool.query(QUERY, ['a']),
    callback((done) => pool.query(QUERY, ['b'], done)),
    () => pool.query({ text: QUERY, values: ['c'], name: 'prepared', rowMode: 'array' }),
    () => pool.query('SELECT 1 AS a; SELECT 2 AS b'),
    (seen) => pool.query((() => seen.push('called')) as never),
    async (seen) => {
      const client = await pool.connect();
      const query = new pg.Query(QUERY, ['d']);
      query.on('row', (row: unknown) => seen.push(row));
      const returned = client.query(query as never);
      seen.push(returned === (query as never));
      await new Promise((resolve) => query.on('end', resolve));
      seen.push(Object.keys(query));
      const cursor = client.query(new Cursor(QUERY, ['e']));
      seen.push(await cursor.read(2), await cursor.read(2), Object.keys(cursor).length);
      seen.push(await outcome(() => client.query('SELECT $1::int', ['x'])));
      client.release();
    },
    (seen) => {
      try {
        return new pg.Client(server.options).query(undefined as never);
      } catch (error) {
        seen.push('thrown');
        throw error;
      }
    },
  ];
  const wrong = [
    () => pool.query('SELECT missing'),
    callback((done) => pool.query('SELECT 1/0', (error) => done((error as Error).message))),
    () => pool.query(null as never),
  ];
  const outcomes: unknown[] = [];
  for (let round = 0; round < 140; round++) {
    const all = round % 14 === 0 ? [...operations, ...wrong] : operations;
    outcomes.push(...(await Promise.all(all.map((operation) => outcome(operation)))));
  }
  await pool.end();
  return [...outcomes, events.sort()];
}

function differences(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  return a.flatMap((item, n) => (JSON.stringify(item) === JSON.stringify(b[n]) ? [] : [[item, b[n]]]));
}

test('1,000 operations have the same results, errors and events with and without Gatebook', async () => {
  const without = await operate();
  const before = methods();
  let recorded: unknown;
  const running = await serve(async () => {
    recorded = await operate();
  });
  expect(methods()).not.toEqual(before);
  const { spans = [] } = await requestDetail(running);
  await running.close();
  expect(spans.length).toBeGreaterThan(400);
  expect(differences(recorded as unknown[], without)).toEqual([]);
  expect(methods()).toEqual(before);
});

test('a rejection that the app does not handle stays unhandled', async () => {
  const pool = new pg.Pool({ ...server.options, max: 1 });
  const unhandled: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => unhandled.push((error as Error).message));
  const running = await serve(async () => {
    pool.query('SELECT missing');
    await pool.query('SELECT 1');
  });
  await requestDetail(running);
  await running.close();
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
  await pool.end();
  expect(unhandled).toEqual(['column "missing" does not exist']);
});

test('two books do not record a query twice', async () => {
  const pool = new pg.Pool(server.options);
  const other = await serve(() => {});
  const running = await serve(() => pool.query('SELECT 1'));
  expect((await requestDetail(running)).spans).toHaveLength(1);
  await other.close();
  await running.close();
  await pool.end();
});

test('leaves pools with clients of another class alone, as those of pg-native', async () => {
  class Native extends (Object.getPrototypeOf(pg.Client) as typeof import('node:events').EventEmitter) {
    _queryable = true;
    connect(done: () => void): void {
      setImmediate(done);
    }
    query(_text: string, _values: unknown, done: (error: null, result: unknown) => void): void {
      setImmediate(() => done(null, { rows: ['native'] }));
    }
    end(done?: () => void): void {
      setImmediate(() => done?.());
    }
  }
  const pool = new pg.Pool({ Client: Native as never });
  let rows: unknown;
  const running = await serve(async () => {
    ({ rows } = await pool.query('SELECT 1'));
  });
  expect((await requestDetail(running)).spans).toBeUndefined();
  expect(rows).toEqual(['native']);
  await running.close();
  await pool.end();
});

test.each(Object.keys(folders).flatMap((version) => LOADS.map((load) => [version, load] as const)))(
  '%s, loaded with %s Gatebook, is seen',
  async (version, load) => {
    const [span, ...others] = await runQueryApp({
      folder: folders[version as keyof typeof folders],
      library: 'pg',
      load,
      setup: `const client = new lib.Pool(${JSON.stringify(server.options)});`,
      query: "await client.query('SELECT 1 WHERE 2 > $1', [1]);",
    });
    expect(others).toEqual([]);
    expect(span).toMatchObject({ name: 'SELECT ? WHERE ? > $1', rows: 1, database: 'postgres' });
    expect(span?.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
  },
);
