import { once } from 'node:events';
import mysql, { type Connection, type Pool, type PoolConnection, type QueryOptions } from 'mysql2';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentTrail } from '../../../src/record/context.ts';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { detailOf, requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb.ts';

const { createQuery, Pool: PoolClass } = mysql as unknown as {
  createQuery(sql: string, values: unknown[], done: (error: unknown) => void, config: object): QueryOptions;
  Pool: object;
};
const SECRET = 'CANARY-8c1d';
let database: MariadbServer;
let pool: Pool;
let running: RunningServer | undefined;
const settings = () => ({ ...database.options, multipleStatements: true });

beforeAll(async () => {
  database = await startMariadb();
  pool = mysql.createPool({ ...settings(), connectionLimit: 1 });
  const create = 'CREATE TABLE books (id INT PRIMARY KEY AUTO_INCREMENT, title VARCHAR(50))';
  await pool.promise().query(create);
  await pool.promise().query("INSERT INTO books (title) VALUES ('a'), ('b'), ('c')");
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(async () => {
  await pool.promise().end();
  await database.stop();
});

/** The spans of a request that runs this. */
async function spansOf(run: () => unknown) {
  running = await serve(run);
  return requestSpans(running, SECRET);
}

/** Passes a callback, and resolves when it is called. */
function called(start: (done: (error: unknown) => void) => unknown): Promise<unknown> {
  return new Promise((resolve) => start(resolve));
}

const SQL = 'SELECT * FROM books WHERE id > ?';

test.each<[string, () => unknown]>([
  ['pool.query', () => called((done) => pool.query(SQL, [0], done))],
  ['pool.query, options', () => called((done) => pool.query({ sql: SQL, values: [0] }, done))],
  ['pool.query, no values', () => called((done) => pool.query('SELECT * FROM books WHERE id > 0', done))],
  ['pool.execute', () => called((done) => pool.execute(SQL, [0], done))],
  ['promise pool.query', () => pool.promise().query(SQL, [0])],
  ['promise pool.execute', () => pool.promise().execute(SQL, [0])],
  ['rows as arrays', () => pool.promise().query({ sql: SQL, values: [0], rowsAsArray: true })],
  ['pool.query, events', () => once(pool.query(SQL, [0]), 'end')],
  ['pool.query, stream', () => pool.query(SQL, [0]).stream().toArray()],
])('%s', async (_, run) => {
  const spans = await spansOf(run);
  expect(spans).toEqual([
    expect.objectContaining({ kind: 'sql', system: 'mysql', name: SQL, database: 'shop', rows: 3 }),
  ]);
  expect(spans[0]?.calledFrom).toMatch(/^test\/recording\/queries\/mysql2\.test\.ts:\d+:\d+$/);
  expect(spans[0]?.wait).toBeGreaterThan(0);
  expect(spans[0]?.duration).toBeGreaterThan(spans[0]?.wait ?? 0);
});

async function withConnection(run: (connection: Connection) => unknown): Promise<void> {
  const connection = mysql.createConnection(settings());
  try {
    await run(connection);
  } finally {
    connection.destroy();
  }
}

test.each<[string, (connection: Connection) => unknown]>([
  ['connection.query', (c) => called((done) => c.query(SQL, [0], done))],
  ['connection.execute', (c) => called((done) => c.execute(SQL, [0], done))],
  ['connection.execute, options', (c) => called((done) => c.execute({ sql: SQL, values: [0] }, done))],
  ['connection.query, events', (c) => once(c.query(SQL, [0]), 'end')],
  ['connection.execute, events', (c) => once(c.execute(SQL, [0]), 'end')],
  ['a query object', (c) => called((done) => c.query(createQuery(SQL, [0], done, {})))],
  ['promise connection.query', (c) => c.promise().query(SQL, [0])],
  [
    'a prepared statement',
    (c) =>
      called((done) =>
        c.prepare(SQL, (_, statement) => {
          expect(currentTrail()).toBeDefined();
          statement.execute([0], done);
        }),
      ),
  ],
  ['a prepared statement, promises', async (c) => (await c.promise().prepare(SQL)).execute([0])],
])('%s', async (_, run) => {
  const spans = await spansOf(() => withConnection(run));
  expect(spans).toEqual([expect.objectContaining({ name: SQL, database: 'shop', rows: 3 })]);
  expect(spans[0]?.calledFrom).toMatch(/^test\/recording\/queries\/mysql2\.test\.ts:\d+:\d+$/);
  expect(spans[0]?.wait).toBeUndefined();
});

test('counts changed rows and those of several statements', async () => {
  const spans = await spansOf(async () => {
    await pool.promise().query('UPDATE books SET title = title WHERE id = 1');
    await pool.promise().query('SELECT id FROM books; UPDATE books SET title = ? WHERE id < 3', [SECRET]);
    await once(pool.query('DELETE FROM books WHERE id > 9; SELECT id FROM books'), 'end');
  });
  expect(spans.map(({ rows }) => rows)).toEqual([1, 5, 3]);
});

test('failed queries', async () => {
  const closed = mysql.createPool(settings());
  await closed.promise().end();
  const spans = await spansOf(async () => {
    const run = pool.promise();
    await expect(run.query('SELECT * FROM missing WHERE a = ?', [SECRET])).rejects.toThrow('missing');
    await expect(run.execute('SELECT * FROM missing WHERE a = ?', [SECRET])).rejects.toThrow('missing');
    await expect(run.execute('SELECT ?', [undefined as never])).rejects.toThrow('undefined');
    await once(pool.query('SELECT * FROM missing'), 'error');
    await expect(closed.promise().query('SELECT 1')).rejects.toThrow('closed');
    await expect(closed.promise().execute('SELECT 1')).rejects.toThrow('closed');
    await withConnection(async (c) => {
      await once(c.execute('SELECT * FROM missing'), 'error');
      expect(() => c.execute('SELECT ?', [undefined as never])).toThrow('undefined');
      await expect(c.promise().query({ sql: 'SELECT SLEEP(1)', timeout: 20 })).rejects.toThrow();
    });
  });
  expect(spans.map(({ error }) => error?.replace(/:.*/, ''))).toEqual([
    ...['Error', 'Error', 'TypeError', 'Error', 'Error', 'Error', 'Error', 'TypeError', 'Error'],
  ]);
  expect(spans.every(({ rows, duration }) => rows === undefined && duration !== null)).toBe(true);
});

test('transactions, and the wait for their connection', async () => {
  const spans = await spansOf(async () => {
    for (const end of ['commit', 'rollback'] as const) {
      const connection = await pool.promise().getConnection();
      await connection.beginTransaction();
      await connection.execute('UPDATE books SET title = ? WHERE id = 2', [SECRET]);
      await connection[end]();
      await connection.query('SELECT 1');
      connection.release();
    }
  });
  expect(spans.map(({ name, transaction }) => [name, transaction])).toEqual([
    ['START TRANSACTION', 1],
    ['UPDATE books SET title = ? WHERE id = ?', 1],
    ['COMMIT', 1],
    ['SELECT ?', undefined],
    ['START TRANSACTION', 2],
    ['UPDATE books SET title = ? WHERE id = ?', 2],
    ['ROLLBACK', 2],
    ['SELECT ?', undefined],
  ]);
  expect(spans.map(({ wait }) => wait !== undefined)).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('a query waits for the only connection', async () => {
  const spans = await spansOf(async () => {
    const first = pool.promise().query('SELECT SLEEP(0.05)');
    await Promise.all([first, pool.promise().query('SELECT 2'), pool.promise().execute('SELECT 3')]);
  });
  const [first = 0, second = 0, third = 0] = spans.map(({ wait }) => wait);
  expect(second - first).toBeGreaterThan(40_000);
  expect(third - first).toBeGreaterThan(40_000);
});

test('a cluster of pools', async () => {
  const cluster = mysql.createPoolCluster();
  cluster.add('one', settings());
  const spans = await spansOf(async () => {
    await called((done) => cluster.of('*').query(SQL, [0], done));
    await called((done) => cluster.of('*').execute(SQL, [0], done));
    const connection = await new Promise<PoolConnection>((resolve) =>
      cluster.getConnection('one', (_, given) => resolve(given)),
    );
    await connection.promise().query(SQL, [0]);
    connection.release();
  });
  await called((done) => cluster.end(done));
  expect(spans.map(({ name, rows }) => [name, rows])).toEqual(Array(3).fill([SQL, 3]));
  for (const span of spans) expect(span.calledFrom).toContain('mysql2.test.ts');
});

test('200 requests at once over two connections have their own queries, also after callbacks', async () => {
  const small = mysql.createPool({ ...settings(), connectionLimit: 2 });
  running = await serve(async ({ url = '' }) => {
    const n = url.slice(2);
    await small.promise().query(`SELECT id AS d${n} FROM books`);
    await called((done) =>
      small.getConnection((_, connection) => {
        connection.query(`SELECT a${n} FROM books`, () => {
          connection.release();
          small.query(`SELECT b${n} FROM books`, () => small.execute(`SELECT c${n} FROM books`, done));
        });
      }),
    );
  });
  const { port } = running;
  await Promise.all(Array.from({ length: 200 }, (_, n) => sendRequest(port, `/r${n}`)));
  for (let n = 0; n < 200; n++) {
    const { spans = [] } = await detailOf(running, `/r${n}`);
    const names = ['a', 'b', 'c'].map((column) => `SELECT ${column}${n} FROM books`);
    expect(spans.map(({ name }) => name)).toEqual([`SELECT id AS d${n} FROM books`, ...names]);
  }
  await small.promise().end();
});

test('a book that is closed leaves the library as it was', async () => {
  const prototypes = () =>
    [mysql.Connection, PoolClass].flatMap((type) => {
      const { prototype } = type as unknown as { prototype: Record<string, unknown> };
      return ['query', 'execute', 'addCommand', 'getConnection'].map((name) => prototype[name]);
    });
  const before = prototypes();
  const first = await serve(() => {});
  const second = await serve(() => {});
  expect(prototypes()).not.toEqual(before);
  await first.close();
  await second.close();
  expect(prototypes()).toEqual(before);
});
