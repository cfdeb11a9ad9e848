import { createRequire } from 'node:module';
import { afterEach, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { requestDetail, serve } from '../../support/recorded-server.ts';

/** The part of `mssql` that the test uses. Its types are not installed. */
interface Request {
  query(sql: string): Promise<unknown>;
  batch(sql: string): Promise<unknown>;
  execute(procedure: string): Promise<unknown>;
  input(name: string, value: unknown): Request;
  _query: Answer;
  _batch: Answer;
  _execute: Answer;
}
type Answer = (this: unknown, sql: string, done: (...results: unknown[]) => void) => void;
interface Library {
  readonly ConnectionPool: new (config: object) => object;
  readonly Request: new (pool: object) => Request;
}
const require = createRequire(import.meta.url);
const mssql: Library = require('mssql');
const SECRET = 'CANARY-30fe';
let running: RunningServer;
afterEach(() => running.close());

/** There is no SQL Server to test with: the calls that would go to it are answered here. */
function request(): Request {
  const pool = new mssql.ConnectionPool({ server: '127.0.0.1', user: 'u', password: SECRET });
  Object.assign(pool, { _connected: true });
  const created = new mssql.Request(pool);
  const rows = [{ a: 1 }, { a: 2 }];
  created._query = (sql, done) => {
    if (sql.includes('missing')) setImmediate(done, new Error('Invalid object name'));
    else if (sql.startsWith('UPDATE')) setImmediate(done, null, [], {}, [4]);
    else setImmediate(done, null, [rows], {}, [2]);
  };
  created._batch = (_, done) => setImmediate(done, null, [rows, rows], {}, [2, 2]);
  created._execute = (_, done) => setImmediate(done, null, [rows], {}, 0, [2]);
  return created;
}

test('the channels of mssql', async () => {
  running = await serve(async () => {
    await request().input('a', SECRET).query(`SELECT a FROM t WHERE a = @a AND b = '${SECRET}'`);
    await request().batch('SELECT a FROM t; SELECT a FROM t');
    await request().query('UPDATE t SET a = 1');
    await request().input('a', SECRET).execute('find_books');
    await expect(request().query('SELECT a FROM missing')).rejects.toThrow('Invalid');
  });
  const detail = await requestDetail(running);
  expect(JSON.stringify(detail)).not.toContain(SECRET);
  expect(detail.spans?.map(({ name, rows, error }) => [name, rows, error])).toEqual([
    ['SELECT a FROM t WHERE a = @a AND b = ?', 2, undefined],
    ['SELECT a FROM t; SELECT a FROM t', 4, undefined],
    ['UPDATE t SET a = ?', 4, undefined],
    ['EXEC find_books', 2, undefined],
    ['SELECT a FROM missing', undefined, expect.stringContaining('Invalid object name')],
  ]);
  for (const span of detail.spans ?? []) expect(span.calledFrom).toContain('mssql.test.ts');
});
