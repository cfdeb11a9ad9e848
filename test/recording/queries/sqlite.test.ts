import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { detailOf, requestDetail, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-sqlite-'));
const libraryFolder = installLibrary('better-sqlite3');
afterAll(() => {
  for (const path of [folder, libraryFolder]) rmSync(path, { recursive: true });
});

/** What both libraries have. */
interface Statement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  iterate(...values: unknown[]): IterableIterator<unknown>;
}
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}
const open: Readonly<Record<string, (name: string) => Database>> = {
  'node:sqlite': (name) => new DatabaseSync(name) as unknown as Database,
  'better-sqlite3': (name) => new BetterSqlite3(name) as unknown as Database,
};

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function spansOf(handle: () => unknown) {
  running = await serve(handle);
  return (await requestDetail(running)).spans ?? [];
}

describe.each(Object.keys(open))('%s', (library) => {
  let database: Database;
  let file: string;
  beforeEach(() => {
    file = `${library.replace(':', '-')}-${Math.random()}.db`;
    database = open[library]?.(join(folder, file)) as Database;
    database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
    return () => database.close();
  });

  test('records each form of call with its rows, database and calling line', async () => {
    const spans = await spansOf(() => {
      const find = database.prepare('SELECT name FROM t WHERE id > ?');
      database.exec("INSERT INTO t VALUES (1, 'CANARY'); INSERT INTO t VALUES (2, 'CANARY2')");
      expect(database.prepare('INSERT INTO t (name) VALUES (?)').run('CANARY3')).toMatchObject({
        changes: 1,
      });
      expect(find.get(2)).toEqual({ name: 'CANARY3' });
      expect(find.get(99)).toBeUndefined();
      expect(find.all(0)).toHaveLength(3);
      expect([...find.iterate(0)]).toHaveLength(3);
      for (const row of find.iterate(0)) if (row) break;
      find.iterate(0).return?.();
    });
    const select = { kind: 'sql', system: 'sqlite', name: 'SELECT name FROM t WHERE id > ?' };
    expect(spans).toMatchObject([
      { name: 'INSERT INTO t VALUES (?, ?); INSERT INTO t VALUES (?, ?)', database: file },
      { name: 'INSERT INTO t (name) VALUES (?)', rows: 1 },
      { ...select, rows: 1 },
      { ...select, rows: 0 },
      { ...select, rows: 3 },
      { ...select, rows: 3 },
      { ...select, rows: 1 },
      { ...select, rows: 0 },
    ]);
    expect(spans).toHaveLength(8);
    for (const { database: name, calledFrom, duration, error, transaction } of spans) {
      expect(name).toBe(file);
      expect(calledFrom).toMatch(/^test\/recording\/queries\/sqlite\.test\.ts:\d+:\d+$/);
      expect(duration).toBeLessThan(1e6);
      expect([error, transaction]).toEqual([undefined, undefined]);
    }
    expect(JSON.stringify(spans)).not.toContain('CANARY');
  });

  test('a statement takes as long as the database takes', async () => {
    const slow = database.prepare(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n',
    );
    const measured: number[] = [];
    const spans = await spansOf(() => {
      for (let i = 0; i < 5; i++) {
        const start = performance.now();
        slow.get();
        measured.push((performance.now() - start) * 1000);
      }
    });
    // The thread can lose the processor between the two clocks, but not in every round.
    const differences = spans.map(({ duration }, i) => Math.abs((duration ?? 0) - (measured[i] ?? 0)));
    expect(differences).toHaveLength(5);
    expect(Math.min(...differences)).toBeLessThan(2000);
  });

  test('records errors, which the app gets as they are', async () => {
    const insert = database.prepare('INSERT INTO t (name) VALUES (?)');
    insert.run('CANARY');
    const errors: unknown[] = [];
    const attempts = [
      () => insert.run('CANARY'),
      () => database.exec("SELECT 'CANARY' FROM missing"),
      () => insert.run({}, {}, {}),
    ];
    const fail = (attempt: () => unknown) => {
      try {
        attempt();
      } catch (error) {
        return error as Error & { code?: string };
      }
      return undefined;
    };
    const expected = attempts.map(fail);
    const spans = await spansOf(() => errors.push(...attempts.map(fail)));
    const plain = (error: unknown) => [String(error), (error as { code?: string }).code];
    expect(errors.map(plain)).toEqual(expected.map(plain));
    expect(spans.map(({ error }) => error)).toEqual([
      expect.stringContaining('UNIQUE constraint failed: t.name'),
      expect.stringContaining('no such table: missing'),
      expect.any(String),
    ]);
    expect(JSON.stringify(spans)).not.toContain('CANARY');
  });

  test('numbers the transactions of a request', async () => {
    const spans = await spansOf(() => {
      const insert = database.prepare('INSERT INTO t (name) VALUES (?)');
      database.exec('BEGIN');
      insert.run('a');
      database.exec('COMMIT');
      insert.run('b');
      database.exec('BEGIN IMMEDIATE');
      insert.run('c');
      database.exec('ROLLBACK');
    });
    expect(spans.map(({ transaction }) => transaction)).toEqual([1, 1, 1, undefined, 2, 2, 2]);
  });

  test('each of 200 requests at once has its own queries', async () => {
    const find = database.prepare('SELECT ? AS id');
    running = await serve(async ({ url }) => {
      for (let n = 0; n < 3; n++) {
        find.get(url ?? '');
        database.prepare(`SELECT 1 AS ${url?.slice(1)}`).all();
        await nextTurn();
      }
    });
    const paths = Array.from({ length: 200 }, (_, n) => `/r${n}`);
    await Promise.all(paths.map((path) => sendRequest(running?.port ?? 0, path)));
    for (const path of paths) {
      const { spans = [] } = await detailOf(running, path);
      const own = ['SELECT ? AS id', `SELECT ? AS ${path.slice(1)}`];
      expect(spans.map(({ name }) => name)).toEqual([...own, ...own, ...own]);
    }
  });

  test('changes no result, and nothing is left after close', async () => {
    const before = methodsOf(database);
    const expected = operate(library);
    let inRequest: unknown;
    const spans = await spansOf(() => {
      inRequest = operate(library);
    });
    expect(inRequest).toEqual(expected);
    expect(spans).toHaveLength(500);
    expect(operate(library)).toEqual(expected);
    expect(methodsOf(database)).not.toEqual(before);
    await running?.close();
    running = undefined;
    expect(methodsOf(database)).toEqual(before);
    expect(operate(library)).toEqual(expected);
  });

  test('records statements that were prepared before Gatebook started', async () => {
    const find = database.prepare('SELECT 1');
    expect(await spansOf(() => find.get())).toMatchObject([{ name: 'SELECT ?', rows: 1 }]);
  });

  test('two books in a process record a statement once', async () => {
    const other = await serve(() => {});
    const find = database.prepare('SELECT 1');
    expect(await spansOf(() => void find.get())).toHaveLength(1);
    await other.close();
  });
});

/** The results of a thousand operations, successes and failures. */
function operate(library: string): unknown {
  const database = open[library]?.(':memory:') as Database;
  const results: unknown[] = [database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v)') === database];
  const insert = database.prepare('INSERT INTO t (v) VALUES (?)');
  const find = database.prepare('SELECT * FROM t WHERE id >= ? LIMIT 3');
  const calls = [
    (n: number) => insert.run(n % 7 === 0 ? Buffer.from('x') : n),
    (n: number) => find.get(n),
    (n: number) => find.all(n),
    (n: number) => [...find.iterate(n)],
    (n: number) => insert.run(n, n),
    () => database.prepare('SELECT nothing'),
    () => database.exec('broken'),
  ];
  for (let n = 0; n < 1000; n++) {
    try {
      results.push(calls[n % calls.length]?.(n));
    } catch (error) {
      results.push([String(error), Object.keys(error as object), (error as { code?: unknown }).code]);
    }
  }
  database.close();
  return results;
}

function methodsOf(database: Database): unknown {
  const statement = database.prepare('SELECT 1');
  const iterator = statement.iterate();
  iterator.return?.();
  const objects = [statement, iterator, database].map((object) => Object.getPrototypeOf(object) as object);
  return objects.map((object) => {
    const names = Object.getOwnPropertyNames(object);
    return names.map((name) => [name, Reflect.get(object, name, {})]);
  });
}

test('better-sqlite3: records transaction functions, pragmas and plucked rows', async () => {
  const database = new BetterSqlite3(':memory:');
  const spans = await spansOf(() => {
    database.transaction(() => database.prepare('SELECT 1').pluck().get())();
    database.transaction(() => database.transaction(() => 1)())();
    database.pragma('journal_mode');
  });
  database.close();
  expect(spans.map(({ name, transaction }) => [name, transaction])).toEqual([
    ['BEGIN', 1],
    ['SELECT ?', 1],
    ['COMMIT', 1],
    ['BEGIN', 2],
    [expect.stringMatching(/^SAVEPOINT/), 2],
    [expect.stringMatching(/^RELEASE/), 2],
    ['COMMIT', 2],
    ['PRAGMA journal_mode', undefined],
  ]);
});

test.each(LOADS)('records both libraries, loaded with %s', async (load) => {
  const query = 'client.prepare("SELECT 1 AS one").get();';
  const apps = [
    { library: 'better-sqlite3', setup: 'const client = new lib(":memory:");' },
    { library: 'node:sqlite', setup: 'const client = new lib.DatabaseSync(":memory:");' },
  ];
  const spans = await Promise.all(
    apps.map((app) => runQueryApp({ folder: libraryFolder, load, query, ...app })),
  );
  for (const found of spans)
    expect(found).toMatchObject([{ name: 'SELECT ? AS one', calledFrom: expect.stringMatching(/^app-/) }]);
});
