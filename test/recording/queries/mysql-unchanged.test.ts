import { once } from 'node:events';
import mysql from 'mysql';
import mysql2 from 'mysql2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb.ts';

type Callback = (...results: unknown[]) => void;
/** What both libraries have. */
interface Queryable {
  query(sql: unknown, ...args: unknown[]): NodeJS.EventEmitter & { sql?: string };
  end(done: () => void): void;
  execute?(sql: unknown, ...args: unknown[]): NodeJS.EventEmitter | undefined;
}

let database: MariadbServer;
beforeAll(async () => {
  database = await startMariadb();
});
afterAll(() => database.stop());

const STATEMENTS: readonly (readonly [string, unknown[]])[] = [
  ['SELECT 1 AS one, ? AS two', ['x']],
  ['SELECT * FROM missing WHERE a = ?', [7]],
  ['SELEC ?', [1]],
  ['SET @a = ?', ['y']],
  ['SELECT SEQ FROM seq_1_to_3 WHERE seq < ?', [3]],
];
const EVENTS = ['fields', 'result', 'error', 'end'];

/** What the app sees of 1,000 operations: results, errors, events, returned objects and what is thrown. */
async function operate(client: Queryable): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let n = 0; n < 1000; n++) {
    const [sql, values] = STATEMENTS[n % STATEMENTS.length] ?? ['', []];
    const method = n % 2 === 0 || !client.execute ? 'query' : 'execute';
    const run = (...args: unknown[]) => client[method]?.(...(args as [unknown]));
    if (n % 50 === 49) {
      try {
        // Both refuse this before they send anything; a pool passes it to the callback.
        if (client.execute)
          client.execute('SELECT ?', [undefined], (error: unknown) => seen.push(String(error)));
        else client.query('SELECT 1', [], 'not a function');
      } catch (error) {
        seen.push(String(error));
      }
    } else if (n % 3 === 0 && method === 'query') {
      const query = client.query(sql, values);
      const events: unknown[] = [query.constructor.name, Object.keys(query).sort()];
      for (const event of EVENTS) query.on(event, (value) => events.push(event, plain(value)));
      events.push(EVENTS.map((event) => query.listenerCount(event)));
      await new Promise((resolve) => query.on('end', resolve));
      seen.push(events);
    } else
      await new Promise<void>((resolve) => {
        const done: Callback = (...results) => {
          seen.push(results.slice(0, 2).map(plain), results.length);
          resolve();
        };
        const returned = n % 4 === 0 ? run({ sql, values }, done) : run(sql, values, done);
        seen.push(returned?.constructor.name, typeof done);
      });
  }
  await new Promise<void>((resolve) => {
    client.query({ sql: 'SELECT SLEEP(1)', timeout: 20 }, (...results: unknown[]) => {
      seen.push(results.map(plain));
      resolve();
    });
  });
  client.end(() => {});
  return seen;
}

function plain(value: unknown): unknown {
  if (value instanceof Error) return [String(value), Object.entries(value)];
  return Array.isArray(value) ? value.length : JSON.stringify(value);
}

test.each<[string, () => unknown]>([
  ['mysql2 connection', () => mysql2.createConnection(database.options)],
  ['mysql2 pool', () => mysql2.createPool({ ...database.options, connectionLimit: 1 })],
  ['mysql connection', () => mysql.createConnection(database.options)],
  ['mysql pool', () => mysql.createPool({ ...database.options, connectionLimit: 1 })],
])('%s: 1,000 operations are the same with Gatebook', async (_, create) => {
  const bare = create();
  const expected = await operate(bare as Queryable);
  let seen: unknown[] = [];
  const running = await serve(async () => {
    const client = create();
    seen = await operate(client as Queryable).catch((error) => [error]);
  });
  await sendRequest(running.port, '/');
  await running.close();
  expect(expected.length).toBeGreaterThan(1000);
  expect(seen).toEqual(expected);
});

test('an error that the app does not handle is thrown as before', async () => {
  const connection = mysql2.createConnection(database.options);
  const running = await serve(() => {});
  const query = connection.query('SELECT * FROM missing');
  expect(query.listenerCount('error')).toBe(0);
  await once(query, 'error');
  await running.close();
  connection.destroy();
});
