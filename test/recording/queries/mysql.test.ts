import { once } from 'node:events';
import mysql, { type Connection, type Pool, type PoolConnection, type Query, type QueryOptions } from 'mysql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { detailOf, requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb.ts';

const { createQuery } = mysql as unknown as {
  createQuery(sql: string, values: unknown[], done: (error: unknown) => void): QueryOptions;
};
const SECRET = 'CANARY-5e2f';
const SQL = 'SELECT * FROM books WHERE id > ?';
let database: MariadbServer;
let pool: Pool;
let running: RunningServer | undefined;
const settings = () => ({ ...database.options, multipleStatements: true });

beforeAll(async () => {
  database = await startMariadb();
  pool = mysql.createPool({ ...settings(), connectionLimit: 1 });
  await called((done) => pool.query('CREATE TABLE books (id INT PRIMARY KEY, title VARCHAR(50))', done));
  await called((done) => pool.query("INSERT INTO books VALUES (1, 'a'), (2, 'b'), (3, 'c')", done));
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(async () => {
  await called((done) => pool.end(done));
  await database.stop();
});

/** The spans of a request that runs this. */
async function spansOf(run: () => unknown) {
  running = await serve(run);
  return requestSpans(running, SECRET);
}

/** Passes a callback, and resolves with the error when it is called. */
function called(start: (done: (error: unknown) => void) => unknown): Promise<unknown> {
  return new Promise((resolve) => start(resolve));
}

function eventOf(query: Query, event: 'end' | 'error'): Promise<unknown> {
  return new Promise((resolve) => query.on(event as 'end', resolve));
}

async function withConnection(run: (connection: Connection) => unknown): Promise<void> {
  const connection = mysql.createConnection(settings());
  try {
    await run(connection);
  } finally {
    connection.destroy();
  }
}

test.each<[string, () => unknown]>([
  ['pool.query', () => called((done) => pool.query(SQL, [0], done))],
  ['pool.query, options', () => called((done) => pool.query({ sql: SQL, values: [0] }, done))],
  ['pool.query, events', () => eventOf(pool.query(SQL, [0]), 'end')],
  ['pool.query, stream', () => once(pool.query(SQL, [0]).stream().resume(), 'end')],
  ['connection.query', () => withConnection((c) => called((done) => c.query(SQL, [0], done)))],
  ['connection.query, events', () => withConnection((c) => eventOf(c.query(SQL, [0]), 'end'))],
  ['a query object', () => withConnection((c) => called((done) => c.query(createQuery(SQL, [0], done))))],
])('%s', async (name, run) => {
  const spans = await spansOf(run);
  expect(spans).toEqual([
    expect.objectContaining({ kind: 'sql', system: 'mysql', name: SQL, database: 'shop', rows: 3 }),
  ]);
  expect(spans[0]?.calledFrom).toMatch(/^test\/recording\/queries\/mysql\.test\.ts:\d+:\d+$/);
  expect((spans[0]?.wait ?? 0) > 0).toBe(name.startsWith('pool'));
});

test('failed queries, changed rows and several statements', async () => {
  const spans = await spansOf(async () => {
    expect(await called((done) => pool.query('SELECT ? FROM missing', [SECRET], done))).toBeInstanceOf(Error);
    await eventOf(pool.query('SELECT 1 FROM missing'), 'error');
    await called((done) => pool.query('UPDATE books SET title = ? WHERE id < 3', [SECRET], done));
    await called((done) => pool.query("SELECT id FROM books; DELETE FROM books WHERE title = 'x'", done));
  });
  expect(spans.map(({ rows, error }) => [rows, error?.startsWith('Error: ER_NO_SUCH_TABLE')])).toEqual([
    ...[
      [undefined, true],
      [undefined, true],
      [2, undefined],
      [3, undefined],
    ],
  ]);
});

test('transactions, and the wait for their connection', async () => {
  const spans = await spansOf(async () => {
    const connection = await new Promise<PoolConnection>((resolve) =>
      pool.getConnection((_, given) => resolve(given)),
    );
    await called((done) => connection.beginTransaction(done));
    await called((done) => connection.query('DELETE FROM books WHERE title = ?', [SECRET], done));
    await called((done) => connection.rollback(done));
    await called((done) => connection.query('SELECT 1', done));
    connection.release();
  });
  expect(spans.map(({ transaction, wait }) => [transaction, wait !== undefined])).toEqual([
    ...[
      [1, true],
      [1, false],
      [1, false],
      [undefined, false],
    ],
  ]);
});

test('a cluster of pools', async () => {
  const cluster = mysql.createPoolCluster();
  cluster.add('one', settings());
  const spans = await spansOf(() => called((done) => cluster.of('*').query(SQL, [0], done)));
  await called((done) => cluster.end(done));
  expect(spans).toEqual([expect.objectContaining({ name: SQL, rows: 3 })]);
  expect(spans[0]?.calledFrom).toContain('mysql.test.ts');
});

test('200 requests at once over two connections have their own queries', async () => {
  const small = mysql.createPool({ ...settings(), connectionLimit: 2 });
  running = await serve(async ({ url = '' }) => {
    const n = url.slice(2);
    await called((done) =>
      small.getConnection((_, connection) => {
        connection.query(`SELECT id AS a${n} FROM books`, () => {
          connection.release();
          small.query(`SELECT b${n} FROM books`, () => small.query(`SELECT c${n} FROM books`, done));
        });
      }),
    );
  });
  const { port } = running;
  await Promise.all(Array.from({ length: 200 }, (_, n) => sendRequest(port, `/r${n}`)));
  for (let n = 0; n < 200; n++) {
    const { spans = [] } = await detailOf(running, `/r${n}`);
    expect(spans.map(({ name }) => name)).toEqual(
      ['id AS a', 'b', 'c'].map((column) => `SELECT ${column}${n} FROM books`),
    );
  }
  await called((done) => small.end(done));
});
