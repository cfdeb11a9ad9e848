import type { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { Connection, Request, TYPES } from 'tedious';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName } from '../../support/own-spans.ts';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type SqlServer, startSqlServer } from '../../support/servers/tds.ts';

const SECRET = 'CANARY-30fe';
const folder = installLibrary('tedious');
let server: SqlServer;
let running: RunningServer;
beforeAll(async () => {
  server = await startSqlServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => running?.close());

const config = () => ({
  server: server.host,
  authentication: { type: 'default' as const, options: { userName: 'u', password: SECRET } },
  options: { port: server.port, encrypt: false, database: 'shop' },
});

async function connect(): Promise<Connection> {
  const connection = new Connection(config());
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  );
  return connection;
}

const EVENTS = ['columnMetadata', 'row', 'done', 'doneInProc', 'doneProc', 'requestCompleted', 'error'];
type Send = 'execSql' | 'execSqlBatch' | 'callProcedure';

/** Sends a request. Resolves with what its callback gets, and the events that the app sees. */
function send(connection: Connection, method: Send, sql: string, value?: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    const events: unknown[] = [];
    const request = new Request(sql, (error, rows) => resolve([error ? String(error) : null, rows, events]));
    if (value !== undefined) request.addParameter('a', TYPES.NVarChar, value);
    const listener =
      (name: string) =>
      (...args: unknown[]) =>
        events.push(name, args.length);
    for (const name of EVENTS) (request as EventEmitter).on(name, listener(name));
    connection[method](request);
  });
}

test('records statements, procedures, prepared statements, transactions and errors without values', async () => {
  const connection = await connect();
  running = await serve(async () => {
    await send(connection, 'execSql', `SELECT a FROM t WHERE a = @a AND b = '${SECRET}'`, SECRET);
    await send(connection, 'execSqlBatch', `UPDATE t SET a = '${SECRET}'`);
    await send(connection, 'callProcedure', 'find_books', SECRET);
    await send(connection, 'execSql', 'SELECT a FROM missing');
    await send(connection, 'execSql', `SELECT convert(int, '${SECRET}')`);
    await new Promise<void>((resolve) => {
      const request = new Request('SELECT a FROM t WHERE a = @a', () => resolve());
      request.addParameter('a', TYPES.NVarChar, '');
      request.on('prepared', () => connection.execute(request, { a: SECRET }));
      connection.prepare(request);
    });
    await new Promise<void>((resolve, reject) =>
      connection.beginTransaction((error) => (error ? reject(error) : resolve())),
    );
    await send(connection, 'execSql', 'BEGIN UPDATE t SET a = 1 END');
    await new Promise<void>((resolve, reject) =>
      connection.rollbackTransaction((error) => (error ? reject(error) : resolve())),
    );
    await send(connection, 'execSql', 'SELECT a FROM t');
    await new Promise<void>((resolve) => {
      const bulk = connection.newBulkLoad('books', () => resolve());
      bulk.addColumn('a', TYPES.NVarChar, { nullable: true });
      connection.execBulkLoad(bulk, [[SECRET]]);
    });
  });
  const spans = await requestSpans(running, SECRET);
  connection.close();
  expect(spans.map(({ name, rows, transaction }) => [name, rows, transaction])).toEqual([
    ['SELECT a FROM t WHERE a = @a AND b = ?', 2, undefined],
    ['UPDATE t SET a = ?', 4, undefined],
    ['EXEC find_books', 2, undefined],
    ['SELECT a FROM missing', undefined, undefined],
    ['SELECT convert(int, ?)', undefined, undefined],
    ['SELECT a FROM t WHERE a = @a', 2, undefined],
    ['BEGIN TRANSACTION', 0, 1],
    ['BEGIN UPDATE t SET a = ? END', 4, 1],
    ['ROLLBACK TRANSACTION', 0, 1],
    ['SELECT a FROM t', 2, undefined],
    ['INSERT BULK books', 3, undefined],
  ]);
  expect(spans.filter(({ error }) => error !== undefined)).toEqual(spans.slice(3, 5));
  for (const span of spans) {
    expect(span).toMatchObject({ kind: 'sql', system: 'mssql', database: 'shop' });
    // The execution of a prepared statement starts in an event, a bulk load in a callback.
    if (span !== spans.at(-1)) expect(span.calledFrom).toContain('tedious.test.ts');
  }
});

test('each of 200 requests over one connection has its own queries, and events in its context', async () => {
  const connection = await connect();
  let last: Promise<unknown> = Promise.resolve();
  running = await serve(({ url }, response) => {
    const sql = `SELECT a FROM ${ownName(url)}`;
    const run = () =>
      new Promise<void>((resolve) => {
        const request = new Request(sql, () => {
          connection.execSql(
            new Request(sql, () => {
              response.end();
              resolve();
            }),
          );
        });
        connection.execSql(request);
      });
    last = last.then(run);
    return last;
  });
  await expectOwnSpans(running, (name) => Array(2).fill(`SELECT a FROM ${name}`));
  connection.close();
});

/** What the app sees of 1,000 operations. */
async function operate(connection: Connection): Promise<unknown[]> {
  const seen: unknown[] = [];
  const statements = ['SELECT a FROM t', 'UPDATE t SET a = 1', 'SELECT a FROM missing'];
  const methods: readonly Send[] = ['execSql', 'execSqlBatch', 'callProcedure'];
  for (let number = 0; number < 1000; number++) {
    const method = methods[number % 2] ?? 'execSql';
    const sql = statements[number % statements.length] ?? '';
    seen.push(await send(connection, number % 7 === 0 ? 'callProcedure' : method, sql));
  }
  const canceled = send(connection, 'execSqlBatch', "WAITFOR DELAY '0:0:1'");
  seen.push(await send(connection, 'execSql', 'SELECT while busy'));
  setTimeout(() => connection.cancel(), 5);
  seen.push(await canceled);
  return seen;
}

test('1,000 operations are the same with Gatebook, and its classes are as before', async () => {
  const connection = await connect();
  const prototype = Connection.prototype as unknown as { makeRequest: unknown };
  const before = prototype.makeRequest;
  const expected = await operate(connection);
  let seen: unknown[] = [];
  running = await serve(async () => {
    expect(prototype.makeRequest).not.toBe(before);
    seen = await operate(connection).catch((error) => [error]);
  });
  await sendRequest(running.port, '/');
  await running.close();
  connection.close();
  expect(seen).toEqual(expected);
  expect(prototype.makeRequest).toBe(before);
});

test.each(LOADS)('tedious, %s', async (load) => {
  const spans = await runQueryApp({
    folder,
    library: 'tedious',
    load,
    setup: `const client = new lib.Connection(${JSON.stringify(config())});
      await new Promise((done) => client.connect(done));`,
    query: "await new Promise((done) => client.execSql(new lib.Request('SELECT a FROM t', done)));",
  });
  expect(spans).toMatchObject([{ name: 'SELECT a FROM t', rows: 2, database: 'shop' }]);
  expect(spans[0]?.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
});
