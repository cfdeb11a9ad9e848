import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ServerAddress, serverName } from './address.ts';
import { type Engine, engineCode, type Row, withSettings } from './engine.ts';
import { loadOptional } from './load-optional.ts';

const UNKNOWN_DATABASE = 81;
const CONNECTIONS = 10;
/** A batch of so many rows makes a part of its own. */
const LARGE = 2000;
/** Longer than any deadline of ours: what is still open then has lost its server. */
const REQUEST_MS = 60_000;

/**
 * A server, over HTTP. Small batches of many writers are put together there (async_insert), and answered when they
 * are kept.
 */
export async function openServerEngine(address: ServerAddress, create: boolean): Promise<Engine> {
  const { createClient, ClickHouseLogLevel } = await loadOptional(
    '@clickhouse/client',
    () => import('@clickhouse/client'),
  );
  const { url, username, password, database, settings } = address;
  const connection = {
    url,
    username,
    password,
    application: 'gatebook',
    max_open_connections: CONNECTIONS,
    request_timeout: REQUEST_MS,
    compression: { request: true, response: true },
    // What goes wrong is thrown, and told once by whoever asked.
    log: { level: ClickHouseLogLevel.OFF },
  };
  const client = createClient({
    ...connection,
    database,
    clickhouse_settings: {
      async_insert: 1,
      wait_for_async_insert: 1,
      async_insert_deduplicate: 1,
      // On a cluster: answered when the shards have it, and a number asks its own shard only.
      distributed_foreground_insert: 1,
      optimize_skip_unused_shards: 1,
      ...settings,
    },
  });

  const engine: Engine = {
    name: serverName(address),
    async read(sql, params = {}, options = {}) {
      const answer = await client.query({
        query: withSettings(sql, options),
        query_params: { ...params },
        format: 'JSONCompactEachRow',
        ...(options.signal && { abort_signal: options.signal }),
      });
      return answer.json<Row>() as Promise<Row[]>;
    },
    async run(sql, params = {}) {
      await client.command({ query: sql, query_params: { ...params } });
    },
    async insert({ table, columns, rows, token, sync: claim }) {
      // The client's own insert() would take rows apart that are text already.
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`,
        values: Readable.from([rows.join('\n')], { objectMode: false }),
        clickhouse_settings: {
          insert_deduplication_token: token,
          ...((claim || rows.length >= LARGE) && { async_insert: 0 }),
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
