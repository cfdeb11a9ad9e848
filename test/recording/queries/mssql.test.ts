import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName } from '../../support/own-spans.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { type SqlServer, startSqlServer } from '../../support/servers/tds.ts';

type Callback = (error: unknown, result?: unknown) => void;
/** The part of `mssql` that the tests use. Its types are not installed. */
interface Request {
  query(sql: string, done: Callback): void;
  query(sql: string): Promise<{ recordset: unknown[] }>;
  batch(sql: string): Promise<unknown>;
  execute(procedure: string): Promise<unknown>;
  bulk(table: object): Promise<unknown>;
  input(name: string, value: unknown): Request;
}
interface Pool {
  connect(): Promise<Pool>;
  close(): Promise<void>;
  request(): Request;
  transaction(): { begin(): Promise<void>; commit(): Promise<void>; request(): Request };
}
interface Library {
  readonly ConnectionPool: new (config: object) => Pool;
  readonly PreparedStatement: new (
    pool: Pool,
  ) => {
    input(name: string, type: unknown): void;
    prepare(sql: string): Promise<void>;
    execute(values: object): Promise<unknown>;
    unprepare(): Promise<void>;
  };
  readonly Table: new (
    name: string,
  ) => {
    columns: { add(name: string, type: unknown, options: object): void };
    rows: { add(value: unknown): void };
  };
  readonly Int: unknown;
  readonly VarChar: unknown;
}
const require = createRequire(import.meta.url);
const mssql: Library = require('mssql');
const SECRET = 'CANARY-30fe';
let server: SqlServer;
let running: RunningServer;
beforeAll(async () => {
  server = await startSqlServer();
});
afterAll(() => server.stop());
afterEach(() => running.close());

function createPool(max: number): Promise<Pool> {
  return new mssql.ConnectionPool({
    server: server.host,
    port: server.port,
    database: 'shop',
    user: 'u',
    password: SECRET,
    pool: { max },
    options: { encrypt: false },
  }).connect();
}

test('mssql: one span per query, with the line that calls it, without values', async () => {
  const pool = await createPool(2);
  running = await serve(async () => {
    const { recordset } = await pool
      .request()
      .input('a', SECRET)
      .query(`SELECT a FROM t WHERE a = @a AND b = '${SECRET}'`);
    expect(recordset).toHaveLength(2);
    await pool.request().batch('SELECT a FROM t');
    await pool.request().query('UPDATE t SET a = 1');
    await pool.request().input('a', SECRET).execute('find_books');
    await expect(pool.request().query('SELECT a FROM missing')).rejects.toThrow('Invalid');
    await expect(pool.request().query(`SELECT convert(int, '${SECRET}')`)).rejects.toThrow(SECRET);
  });
  const spans = await requestSpans(running, SECRET);
  await pool.close();
  expect(spans.map(({ name, rows, error }) => [name, rows, error])).toEqual([
    ['SELECT a FROM t WHERE a = @a AND b = ?', 2, undefined],
    ['SELECT a FROM t', 2, undefined],
    ['UPDATE t SET a = ?', 4, undefined],
    ['EXEC find_books', 2, undefined],
    ['SELECT a FROM missing', undefined, expect.stringContaining('Invalid object name')],
    [
      'SELECT convert(int, ?)',
      undefined,
      expect.stringContaining('Conversion failed when converting the value ?'),
    ],
  ]);
  for (const span of spans) {
    expect(span).toMatchObject({ kind: 'sql', system: 'mssql', database: 'shop' });
    expect(span.duration).toBeGreaterThan(0);
    expect(span.calledFrom).toContain('mssql.test.ts');
  }
});

test('mssql: transactions, prepared statements and bulk inserts', async () => {
  const pool = await createPool(2);
  running = await serve(async () => {
    const transaction = pool.transaction();
    await transaction.begin();
    await transaction.request().query('UPDATE t SET a = 1');
    await transaction.commit();
    const statement = new mssql.PreparedStatement(pool);
    statement.input('a', mssql.VarChar);
    await statement.prepare('SELECT a FROM t WHERE a = @a');
    await statement.execute({ a: SECRET });
    await statement.execute({ a: SECRET });
    await statement.unprepare();
    const table = new mssql.Table('books');
    table.columns.add('a', mssql.VarChar, { nullable: true });
    for (let number = 0; number < 3; number++) table.rows.add(SECRET);
    await pool.request().bulk(table);
  });
  const spans = await requestSpans(running, SECRET);
  await pool.close();
  expect(spans.map(({ name, rows, transaction }) => [name, rows, transaction])).toEqual([
    ['BEGIN TRANSACTION', 0, 1],
    ['UPDATE t SET a = ?', 4, 1],
    ['COMMIT TRANSACTION', 0, 1],
    ['SELECT a FROM t WHERE a = @a', 2, undefined],
    ['SELECT a FROM t WHERE a = @a', 2, undefined],
    ['INSERT BULK [books]', 3, undefined],
  ]);
  for (const span of spans) expect(span.calledFrom).toContain('mssql.test.ts');
});

test('mssql: each of 200 requests over a pool of two connections has its own queries, callbacks included', async () => {
  const pool = await createPool(2);
  running = await serve(async ({ url }, response) => {
    const sql = `SELECT a FROM ${ownName(url)}`;
    await pool.request().query(sql);
    pool.request().query(sql, () => pool.request().query(sql, () => response.end()));
    return new Promise((resolve) => response.on('finish', resolve));
  });
  await expectOwnSpans(running, (name) => Array(3).fill(`SELECT a FROM ${name}`));
  await pool.close();
});

test('mssql: a query of a callback has its own calling line, on a connection that another call has opened', async () => {
  const pool = await createPool(1);
  running = await serve(async (_, response) => {
    pool.request().query('SELECT a FROM x', () => {
      pool.request().query('SELECT a FROM y', () => response.end());
    });
    return new Promise((resolve) => response.on('finish', resolve));
  });
  const [first, second] = await requestSpans(running, SECRET);
  await pool.close();
  const lineOf = (place = '') => Number(place.split(':')[1]);
  expect(lineOf(second?.calledFrom)).toBe(lineOf(first?.calledFrom) + 1);
});

test('mssql: waits for a connection', async () => {
  const pool = await createPool(1);
  running = await serve(() =>
    Promise.all([pool.request().query("WAITFOR DELAY '0:0:1'"), pool.request().query('SELECT a FROM t')]),
  );
  const [first, second] = await requestSpans(running, SECRET);
  await pool.close();
  // Not that the first does not wait at all: a busy machine may delay it too.
  expect((second?.wait ?? 0) - (first?.wait ?? 0)).toBeGreaterThan(20_000);
});
