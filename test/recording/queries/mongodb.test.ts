import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName } from '../../support/own-spans.ts';
import { installLibrary } from '../../support/query-app.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { type MongoServer, startMongo } from '../../support/servers/mongo-wire.ts';

const SECRET = 'CANARY-30fe';
const folder = installLibrary('mongodb', 'mongodb5');
const mongodb5: { MongoClient: typeof MongoClient } = createRequire(join(folder, 'app.js'))('mongodb');
let server: MongoServer;
let running: RunningServer;
beforeAll(async () => {
  server = await startMongo();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
afterEach(() => running.close());

describe.each([
  ['mongodb 5', mongodb5.MongoClient],
  ['mongodb 7', MongoClient],
])('%s', (version, Client) => {
  test('records commands with their collection and the shape of their filter, without values', async () => {
    // The first request connects.
    const client = new Client(server.url);
    const database = client.db('shop');
    const books = database.collection<{ _id: string; title?: string; year?: number }>(
      version.replace(' ', ''),
    );
    running = await serve(async () => {
      await books.insertMany([{ _id: SECRET, title: SECRET, year: 1 }, { _id: 'b' }, { _id: 'c' }]);
      await books.findOne({ title: SECRET });
      await books
        .find({ $or: [{ title: SECRET }, { title: 'x' }, { year: { $in: [1, 2] } }], [`by.${SECRET}`]: 1 })
        .toArray();
      expect(await books.find({}, { batchSize: 2 }).toArray()).toHaveLength(3);
      await books.updateOne({ _id: 'b' }, { $set: { title: SECRET } });
      await books.deleteOne({ _id: 'b', year: { $gt: 3 } });
      await books.aggregate([{ $match: { title: SECRET } }, { $group: { _id: '$year' } }]).toArray();
      await database.command({ ping: 1 });
    });
    const spans = await requestSpans(running, SECRET);
    await client.close();
    const name = version.replace(' ', '');
    expect(spans.map((span) => [span.name, span.rows])).toEqual([
      [`insert ${name}`, 3],
      [`find ${name} { title: ? }`, 1],
      [`find ${name} { $or: [{ title: ? }, { year: { $in: ? } }], by.?: ? }`, 0],
      [`find ${name} {}`, 2],
      [`getMore ${name}`, 1],
      [`update ${name} { _id: ? }`, 1],
      [`delete ${name} { _id: ?, year: { $gt: ? } }`, 1],
      [`aggregate ${name} [{ $match: { title: ? } }, { $group: { _id: ? } }]`, 3],
      ['ping', undefined],
    ]);
    for (const span of spans) {
      expect(span).toMatchObject({ kind: 'document', system: 'mongodb' });
      expect(span.duration).toBeGreaterThan(0);
      expect(span.calledFrom).toContain('mongodb.test.ts');
    }
    expect(spans[0]?.database).toBe('shop');
  });

  test('records errors without the values that the server repeats, and transactions', async () => {
    const client = new Client(server.url);
    const database = client.db('shop');
    const orders = database.collection<{ _id: string }>(`orders${version.slice(-1)}`);
    running = await serve(async () => {
      await orders.insertOne({ _id: SECRET });
      await expect(orders.insertOne({ _id: SECRET })).rejects.toThrow(SECRET);
      await expect(database.collection('broken').findOne({ a: SECRET })).rejects.toThrow('unknown operator');
      const session = client.startSession();
      await session.withTransaction(async () => {
        await orders.findOne({ _id: 'a' }, { session });
        await orders.updateOne({ _id: 'a' }, { $set: { a: 1 } }, { session });
      });
      await session.endSession();
      await orders.findOne({ _id: 'a' });
    });
    const spans = await requestSpans(running, SECRET);
    await client.close();
    expect(spans.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringContaining(
        `E11000 duplicate key error collection: shop.orders${version.slice(-1)} index: _id_`,
      ),
      'MongoServerError: unknown operator in (BadValue)',
      ...Array(4).fill(undefined),
    ]);
    expect(spans.slice(3).map(({ transaction }) => transaction)).toEqual([1, 1, 1, undefined]);
    expect(spans[5]?.name).toBe('commitTransaction');
  });

  test('each of 200 requests over a pool of two connections has its own commands, with the wait', async () => {
    const client = new Client(server.url, { maxPoolSize: 2 });
    await client.connect();
    running = await serve(async ({ url }) => {
      const collection = client.db('shop').collection(ownName(url));
      await collection.findOne({ a: 1 });
      await collection.insertOne({ a: 1 });
    });
    await expectOwnSpans(running, (name) => [`find ${name} { a: ? }`, `insert ${name}`]);
    await client.close();
  });

  test('waits for a connection', async () => {
    const client = new Client(server.url, { maxPoolSize: 1 });
    await client.connect();
    const slow = client.db('shop').collection('slow');
    running = await serve(() => Promise.all([slow.findOne({}), slow.findOne({})]));
    const [first, second] = await requestSpans(running, SECRET);
    await client.close();
    // Not that the first does not wait at all: a busy machine may delay it too.
    expect((second?.wait ?? 0) - (first?.wait ?? 0)).toBeGreaterThan(20_000);
    expect(second?.duration).toBeGreaterThan(40_000);
  });
});

test('mongoose: one span per command, that of the driver', async () => {
  const connection = await mongoose.createConnection(server.url, { dbName: 'shop' }).asPromise();
  const Book = connection.model('Novel', new mongoose.Schema({ title: String }));
  running = await serve(async () => {
    await new Book({ title: SECRET }).save();
    await Book.find({ title: SECRET });
    await Book.aggregate([{ $match: { title: SECRET } }]);
    await Book.insertMany([{ title: SECRET }]);
    await Book.bulkWrite([{ deleteOne: { filter: { title: SECRET } } }]);
  });
  const spans = await requestSpans(running, SECRET);
  await connection.close();
  expect(spans.map(({ name }) => name)).toEqual([
    'insert novels',
    'find novels { title: ? }',
    'aggregate novels [{ $match: { title: ? } }]',
    'insert novels',
    'delete novels { title: ? }',
  ]);
  for (const span of spans) expect(span.calledFrom).toContain('mongodb.test.ts');
});
