import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import BetterSqlite from 'better-sqlite3';
import genericPool from 'generic-pool';
import { Redis } from 'ioredis';
import knex from 'knex';
import mysql2 from 'mysql2';
import mysql2Promise from 'mysql2/promise';
import pg from 'pg';
import { createClient } from 'redis';
import { Pool as TarnPool } from 'tarn';
import { pause } from './probe.js';

// A static `import` of an ES module is only noticed when it connects.
const { default: postgres } = await import('postgres');

const mysql = createRequire(import.meta.url)('mysql');

/** Creates something when a request first needs it, and keeps it for all. */
function lazily(create) {
  let created;
  return () => {
    created ??= create();
    return created;
  };
}

/** One route for each library. All pools have one connection, which a request opens. */
export function databaseRoutes({ postgresOptions, mysqlOptions, redisPort }) {
  const pgPool = lazily(() => new pg.Pool({ ...postgresOptions, max: 1 }));
  // Opens a new connection every few queries.
  const pgShortPool = lazily(() => new pg.Pool({ ...postgresOptions, max: 1, maxUses: 5 }));
  const pgClient = lazily(() => {
    const client = new pg.Client(postgresOptions);
    client.setMaxListeners(0);
    client.on('error', () => {});
    return client.connect().then(() => client);
  });
  const postgresJs = lazily(() => postgres({ ...postgresOptions, max: 1 }));
  const mysqlPool = lazily(() => mysql.createPool({ ...mysqlOptions, connectionLimit: 1 }));
  const mysql2Pool = lazily(() => mysql2.createPool({ ...mysqlOptions, connectionLimit: 1 }));
  const mysql2PromisePool = lazily(() => mysql2Promise.createPool({ ...mysqlOptions, connectionLimit: 1 }));
  const knexPool = lazily(() =>
    knex({ client: 'pg', connection: postgresOptions, pool: { min: 0, max: 1 } }),
  );
  const create = async () => {
    const client = new pg.Client(postgresOptions);
    await client.connect();
    return client;
  };
  const destroy = (client) => client.end();
  const generic = lazily(() => genericPool.createPool({ create, destroy }, { max: 1 }));
  const tarn = lazily(() => new TarnPool({ create, destroy, min: 0, max: 1 }));
  const ioredis = lazily(() => {
    const client = new Redis(redisPort, '127.0.0.1');
    client.on('error', () => {});
    return client;
  });
  const subscriber = lazily(async () => {
    const client = new Redis(redisPort, '127.0.0.1');
    await client.subscribe('messages');
    client.on('message', (_, word) => waiting.get(word)?.());
    return client;
  });
  const waiting = new Map();
  const redis = lazily(() =>
    createClient({ socket: { host: '127.0.0.1', port: redisPort } })
      .on('error', () => {})
      .connect(),
  );
  const sqlite = lazily(() => new DatabaseSync(':memory:'));
  const betterSqlite = lazily(() => new BetterSqlite(':memory:'));

  const routes = {
    async 'pg callback'(probe) {
      for (const pool of [pgPool(), pgShortPool()]) {
        await probe.called('pool.query', (done) => pool.query(probe.sql(), done));
        await probe.called('nested', (done) =>
          pool.query(probe.sql(), (error) => {
            probe.mark('outer');
            if (error) done(error);
            else pool.query(probe.sql(), done);
          }),
        );
        await probe.called('pool.connect', (done) =>
          pool.connect((error, client, release) => {
            probe.mark('connected');
            if (error) return done(error);
            client.query(probe.sql(), (failure) => {
              release();
              done(failure);
            });
          }),
        );
      }
    },
    async 'pg promise'(probe) {
      for (const pool of [pgPool(), pgShortPool()]) {
        await pool.query(probe.sql());
        probe.mark('pool.query');
        const client = await pool.connect();
        probe.mark('pool.connect');
        await client.query(probe.sql());
        client.release();
        probe.mark('released');
      }
    },
    async 'pg client'(probe) {
      const client = await pgClient();
      probe.mark('connected');
      await Promise.all([
        probe.called('client.query', (done) => client.query(probe.sql(), done)),
        client.query(probe.sql()).then(() => probe.mark('then')),
      ]);
      // All who listen get it, in the context of no request.
      client.once('notification', () => probe.mayMark('notification'));
      if (Math.random() < 0.1) await client.query('LISTEN messages; NOTIFY messages');
    },
    async 'postgres.js'(probe) {
      const sql = postgresJs();
      await sql.unsafe(probe.sql());
      probe.mark('unsafe');
      await sql.unsafe(probe.sql()).forEach(() => {
        probe.mark('forEach');
      });
      probe.mark('rows');
    },
    async 'mysql callback'(probe) {
      const pool = mysqlPool();
      await probe.called('pool.query', (done) => pool.query(probe.sql(), done));
      await probe.called('getConnection', (done) => pingAndQuery(pool, probe, done));
      await new Promise((resolve, reject) => {
        const query = pool.query(probe.sql());
        query.on('result', () => probe.mark('result'));
        query.on('error', reject);
        query.on('end', resolve);
      });
    },
    async 'mysql2 callback'(probe) {
      const pool = mysql2Pool();
      await probe.called('pool.query', (done) => pool.query(probe.sql(), done));
      await probe.called('pool.execute', (done) => pool.execute(probe.sql(), done));
      await probe.called('getConnection', (done) => pingAndQuery(pool, probe, done));
    },
    async 'mysql2 promise'(probe) {
      const pool = mysql2PromisePool();
      await pool.query(probe.sql());
      probe.mark('pool.query');
      const connection = await pool.getConnection();
      probe.mark('getConnection');
      await connection.execute(probe.sql());
      connection.release();
      probe.mark('released');
    },
    async knex(probe) {
      await knexPool().raw(probe.sql());
      probe.mark('raw');
      await new Promise((resolve) =>
        knexPool()
          .raw(probe.sql())
          .asCallback(() => {
            probe.mark('asCallback');
            resolve();
          }),
      );
    },
    async 'generic-pool'(probe) {
      await generic().use(async (client) => {
        probe.mark('use');
        await probe.called('client.query', (done) => client.query(probe.sql(), done));
        await pause();
      });
      probe.mark('released');
    },
    async tarn(probe) {
      const client = await tarn().acquire().promise;
      probe.mark('acquired');
      await probe.called('client.query', (done) => client.query(probe.sql(), done));
      await client.query(probe.sql());
      tarn().release(client);
      probe.mark('released');
    },
    async ioredis(probe) {
      await probe.called('get', (done) => ioredis().get(probe.key(), done));
      await ioredis().get(probe.key());
      probe.mark('get');
      await probe.called('pipeline', (done) =>
        ioredis().pipeline().get(probe.key()).get(probe.key()).exec(done),
      );
      await subscriber();
      probe.mark('subscribed');
      const message = new Promise((resolve) =>
        waiting.set(probe.word, () => {
          probe.mayMark('message');
          waiting.delete(probe.word);
          resolve();
        }),
      );
      await ioredis().publish('messages', probe.word);
      await message;
      probe.mark('message');
    },
    async redis(probe) {
      const client = await redis();
      probe.mark('connected');
      await client.get(probe.key());
      await client.multi().get(probe.key()).get(probe.key()).exec();
      probe.mark('exec');
    },
    sqlite(probe) {
      sqlite().prepare(probe.sql()).get();
      betterSqlite().prepare(probe.sql()).get();
      probe.mark('both');
    },
  };
  async function close() {
    for (const pool of [pgPool(), pgShortPool(), await pgClient(), postgresJs()]) await pool.end();
    await knexPool().destroy();
    await tarn().destroy();
    await generic().drain();
    await generic().clear();
    mysqlPool().end();
    mysql2Pool().end();
    await mysql2PromisePool().end();
    for (const client of [ioredis(), await subscriber()]) client.disconnect();
    (await redis()).destroy();
  }
  return { routes, close };
}

/** Of mysql and mysql2. */
function pingAndQuery(pool, probe, done) {
  pool.getConnection((error, connection) => {
    probe.mark('connected');
    if (error) return done(error);
    connection.ping(() => {
      probe.mark('ping');
      connection.query(probe.sql(), (failure) => {
        connection.release();
        done(failure);
      });
    });
  });
}
