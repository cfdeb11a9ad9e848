import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type MongoServer, startMongo } from '../../support/servers/mongo-wire.ts';

const folders = { mongodb: installLibrary('mongodb'), mongodb5: installLibrary('mongodb', 'mongodb5') };
const mongodb5: { MongoClient: typeof MongoClient } = createRequire(join(folders.mongodb5, 'app.js'))(
  'mongodb',
);
let server: MongoServer;
beforeAll(async () => {
  server = await startMongo();
});
afterAll(async () => {
  await server.stop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});

/** What the app sees of 1,000 operations: results, errors and the command events of the driver. */
async function operate(client: MongoClient, prefix: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const event of ['commandStarted', 'commandSucceeded', 'commandFailed'] as const)
    client.on(event, ({ commandName }: { commandName: string }) => seen.push([event, commandName]));
  const database = client.db('shop');
  const items = database.collection<{ _id: number; a?: number }>(prefix);
  const operations: readonly ((number: number) => Promise<unknown>)[] = [
    (number) => items.insertOne({ _id: number, a: number }),
    (number) => items.insertOne({ _id: number - 1 }),
    (number) => items.findOne({ a: number }),
    () => items.find({}, { batchSize: 3 }).limit(5).toArray(),
    () => database.collection('broken').findOne({}),
    (number) => items.updateOne({ _id: number }, { $set: { a: 2 } }),
    (number) => items.bulkWrite([{ deleteOne: { filter: { _id: number } } }]),
    () => database.command({ ping: 1 }),
    () => items.find({ a: 1 }, { signal: AbortSignal.abort() } as object).toArray(),
  ];
  for (let number = 0; number < 1000; number++) {
    const operation = operations[number % operations.length];
    await operation?.(number).then(
      (result) => seen.push(JSON.stringify(result)),
      (error) => seen.push([error.constructor.name, error.code, error.message]),
    );
  }
  await client.close();
  return seen.map((item) => JSON.stringify(item).replaceAll(prefix, 'items'));
}

test.each([
  ['mongodb5', mongodb5.MongoClient],
  ['mongodb', MongoClient],
])('%s: 1,000 operations are the same with Gatebook, and its classes are as before', async (name, Client) => {
  const create = () => new Client(server.url, { monitorCommands: true });
  const expected = await operate(create(), `${name}bare`);
  const { Connection } = createRequire(join(folders[name as 'mongodb'], 'node_modules/mongodb/lib/'))(
    './cmap/connection.js',
  );
  const before = Connection.prototype.command;
  let seen: unknown[] = [];
  const running = await serve(async () => {
    expect(Connection.prototype.command).not.toBe(before);
    seen = await operate(create(), `${name}seen`).catch((error) => [error]);
  });
  await sendRequest(running.port, '/');
  await running.close();
  expect(Connection.prototype.command).toBe(before);
  expect(expected.length).toBeGreaterThan(1000);
  expect(seen).toEqual(expected);
});

const RUNS = [
  ...LOADS.map((load) => ['mongodb', load] as const),
  ['mongodb5', 'require before'] as const,
  ['mongodb5', 'import after'] as const,
];

test.each(RUNS)('%s, %s', async (installedAs, load) => {
  const spans = await runQueryApp({
    folder: folders[installedAs],
    library: 'mongodb',
    load,
    setup: `const client = new lib.MongoClient('${server.url}');`,
    query: `await client.db('shop').collection('books').findOne({ a: 1 });`,
  });
  expect(spans).toMatchObject([{ name: 'find books { a: ? }', rows: 0, database: 'shop' }]);
  expect(spans[0]?.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
});
