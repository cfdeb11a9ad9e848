import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentTrail } from '../../../src/record/context.ts';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { detailOf, requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type PostgresServer, startPostgres } from '../../support/servers/postgres.ts';

const SECRET = 'CANARY-71f3';
const connect: typeof postgres = createRequire(import.meta.url)('postgres');
const folder = installLibrary('postgres');
let server: PostgresServer;
let sql: postgres.Sql;
let running: RunningServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
  sql = connect({ ...server.options, max: 1, onnotice() {} });
  await sql`CREATE TABLE users (id int PRIMARY KEY, name text)`;
  await sql`INSERT INTO users SELECT n, 'user ' || n FROM generate_series(1, 1000) n`;
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(async () => {
  await sql.end();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** The spans of a request that runs this. */
async function spansOf(run: () => unknown) {
  running = await serve(run);
  return requestSpans(running, SECRET);
}

test.each<[string, () => unknown]>([
  ['a template', () => sql`SELECT name FROM users WHERE id < ${4}`],
  ['a fragment', () => sql`SELECT name FROM users ${sql`WHERE id < ${4}`}`],
  ['helpers', () => sql`SELECT ${sql('name')} FROM ${sql('users')} WHERE id < ${4}`],
  ['raw rows', () => sql`SELECT name FROM users WHERE id < ${4}`.values()],
  ['execute', () => sql`SELECT name FROM users WHERE id < ${4}`.execute()],
  ['unsafe', () => sql.unsafe('SELECT name FROM users WHERE id < $1', [4])],
  ['a simple query', () => sql.unsafe('SELECT name FROM users WHERE id < 4')],
  [
    'forEach, in the context of the request',
    async () => {
      const trails = new Set();
      await sql`SELECT name FROM users WHERE id < ${4}`.forEach(() => void trails.add(currentTrail()));
      expect([...trails]).toEqual([currentTrail()]);
    },
  ],
])('sees %s once, with all that is known of it', async (_, run) => {
  let failure: unknown;
  const spans = await spansOf(async () => {
    try {
      await run();
    } catch (error) {
      failure = error;
    }
  });
  expect(failure).toBeUndefined();
  expect(spans).toHaveLength(1);
  expect(spans[0]?.name.replaceAll('"', '').replace(/\s+/g, ' ')).toMatch(
    /^SELECT name FROM users WHERE id < ?(\$1|\?)$/,
  );
  expect(spans[0]).toMatchObject({
    kind: 'sql',
    system: 'postgresql',
    rows: 3,
    duration: expect.any(Number),
  });
  // The query starts when it is awaited. V8 knows by whom since Node 26.
  if (Number(process.versions.node.split('.')[0]) >= 26)
    expect(spans[0]?.calledFrom).toMatch(/^test\/recording\/queries\/postgres\.test\.ts:\d+:\d+$/);
});

test('sees cursors, errors, cancelled queries and no values', async () => {
  const spans = await spansOf(async () => {
    for await (const rows of sql`SELECT * FROM users WHERE id < 6`.cursor(2))
      expect(rows.length).toBeLessThan(3);
    await sql`SELECT ${SECRET} AS a, 'CANARY-71f3' AS b`;
    await sql`SELECT missing`.catch(() => {});
    const slow = sql`SELECT pg_sleep(5)`.execute();
    setTimeout(() => slow.cancel(), 50);
    await slow.catch(() => {});
  });
  expect(spans.map(({ error }) => error?.replace(/^.*?: /, ''))).toEqual([
    undefined,
    undefined,
    'column "missing" does not exist',
    'canceling statement due to user request',
  ]);
  expect(spans.every(({ duration }) => duration !== null)).toBe(true);
});

test('numbers transactions and counts the wait for a connection', async () => {
  const spans = await spansOf(async () => {
    await Promise.all([
      sql.begin(async (inner) => {
        await inner`SELECT pg_sleep(0.03)`;
      }),
      sql`SELECT 2 AS two`,
    ]);
    await sql`SELECT 3 AS three`;
  });
  expect(spans.map(({ name, transaction }) => [name.trim(), transaction])).toEqual([
    ['begin', 1],
    ['SELECT ? AS two', undefined],
    ['SELECT pg_sleep(?)', 1],
    ['commit', 1],
    ['SELECT ? AS three', undefined],
  ]);
  expect(spans.map(({ wait = 0 }) => wait > 15_000)).toEqual([false, true, false, false, false]);
});

test('90 requests at once over one connection have their own queries', async () => {
  running = await serve(async ({ url = '' }) => {
    const id = Number(url.slice(1));
    await sql.unsafe(`SELECT ${id} AS "a${id}"`);
    await sql.begin((inner) => inner.unsafe(`SELECT ${id} AS "b${id}"`));
  });
  const { port } = running;
  // The first write loads its modules; while it lasts, details may be dropped.
  await sendRequest(port, '/0');
  await running.book.flush();
  // With 100 queries on their way, postgres.js may begin a transaction without a connection and throw.
  await Promise.all(Array.from({ length: 90 }, (_, id) => sendRequest(port, `/${id}`)));
  for (let id = 0; id < 90; id += 7) {
    const { spans = [] } = await detailOf(running, `/${id}`);
    const names = spans.map(({ name }) => name.match(/"(.+)"/)?.[1] ?? name.trim());
    expect(names).toEqual([`a${id}`, 'begin', `b${id}`, 'commit']);
  }
});

/** What 1,000 operations return and throw. */
async function operate(): Promise<unknown> {
  const outcomes: unknown[] = [];
  for (let n = 0; n < 250; n++) {
    const query = sql`SELECT ${n} AS n`;
    outcomes.push(Object.keys(query).length, query instanceof Promise, await query, Object.keys(query));
    outcomes.push(await sql.unsafe('SELECT 1 AS a; SELECT 2 AS b'));
    outcomes.push(await sql`SELECT missing`.catch(({ name, message, code }) => ({ name, message, code })));
    outcomes.push(await sql.begin((inner) => inner`SELECT ${n}::int AS n`));
  }
  return JSON.parse(JSON.stringify(outcomes));
}

test('1,000 operations have the same results and errors, and the class is restored', async () => {
  const { prototype } = sql`x`.constructor;
  const handle = Object.getOwnPropertyDescriptor(prototype, 'handle');
  // Prepares the statement, which changes the query object.
  await sql`SELECT ${0} AS n`;
  const without = await operate();
  let recorded: unknown;
  await spansOf(async () => {
    recorded = await operate();
  });
  expect(recorded).toEqual(without);
  expect(Object.getOwnPropertyDescriptor(prototype, 'handle')).not.toEqual(handle);
  await running?.close();
  running = undefined;
  expect(Object.getOwnPropertyDescriptor(prototype, 'handle')).toEqual(handle);
});

/** A static `import` of the ES module is only noticed when it connects. */
const FIRST_QUERY = 'await client`SELECT 0`;';

test.each(LOADS)('loaded with %s Gatebook, is seen', async (load) => {
  const spans = await runQueryApp({
    folder,
    library: 'postgres',
    load,
    setup: `const client = lib(${JSON.stringify(server.options)}); ${load === 'import before' ? FIRST_QUERY : ''}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code of the app
    query: 'await client`SELECT 1 WHERE 2 > ${1}`;',
  });
  expect(spans).toEqual([expect.objectContaining({ rows: 1, system: 'postgresql' })]);
  expect(spans[0]?.name).toMatch(/^SELECT \? WHERE \? > \$1$/);
});
