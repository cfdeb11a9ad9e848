import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { engineName, type ServerAddress } from './address.ts';
import { type Engine, type Row, withSettings } from './engine.ts';
import { engineCode } from './failure.ts';
import { loadOptional } from './load-optional.ts';

const UNKNOWN_DATABASE = 81;
const MAX_CONNECTIONS = 10;
/** A batch of this many rows skips async inserts and becomes its own part. */
const LARGE_BATCH = 2000;
/** Longer than any search deadline: a request that is still open has lost its server. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * A ClickHouse server, over HTTP. The server combines small batches of many writers (async_insert) and responds once
 * they are stored.
 */
export async function openServerEngine(address: ServerAddress, create: boolean): Promise<Engine> {
  const { createClient, ClickHouseLogLevel } =
    loadOptional<typeof import('@clickhouse/client')>('@clickhouse/client');
  const { url, username, password, database, settings } = address;
  const connection = {
    url,
    username,
    password,
    application: 'gatebook',
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: REQUEST_TIMEOUT_MS,
    compression: { request: true, response: true },
    // Errors are thrown; the caller reports them.
    log: { level: ClickHouseLogLevel.OFF },
  };
  const client = createClient({
    ...connection,
    database,
    clickhouse_settings: {
      async_insert: 1,
      wait_for_async_insert: 1,
      async_insert_deduplicate: 1,
      // On a cluster: wait until the shards have the rows, and query only the shard of a seq.
      distributed_foreground_insert: 1,
      optimize_skip_unused_shards: 1,
      ...settings,
    },
  });

  const engine: Engine = {
    name: engineName(address),
    async read(sql, params = {}, options = {}) {
      const result = await client.query({
        query: withSettings(sql, options),
        query_params: { ...params },
        format: 'JSONCompactEachRow',
        ...(options.signal && { abort_signal: options.signal }),
      });
      return result.json<Row>() as Promise<Row[]>;
    },
    async run(sql, params = {}) {
      await client.command({ query: sql, query_params: { ...params } });
    },
    async insert({ table, columns, rows, token, sync }) {
      // client.insert() would serialize the rows again.
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`,
        values: Readable.from([rows.join('\n')], { objectMode: false }),
        clickhouse_settings: {
          insert_deduplication_token: token,
          ...((sync || rows.length >= LARGE_BATCH) && { async_insert: 0 }),
        },
      });
      await buffer(stream);
    },
    close: () => client.close(),
  };
  try {
    await engine.read('SELECT 1');
  } catch (error) {
    if (!create || engineCode(error) !== UNKNOWN_DATABASE) {
      await client.close();
      throw error;
    }
    const server = createClient(connection);
    await server.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier}',
      query_params: { database },
    });
    await server.close();
  }
  return engine;
}
