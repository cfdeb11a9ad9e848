import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { createClient } from 'redis';
import { startMariadb } from '../../support/servers/mariadb.ts';
import { startPostgres } from '../../support/servers/postgres.ts';
import { startRedis } from '../../support/servers/redis.ts';

/** A server that logs how long each statement took. */
export interface LoggingServer {
  /** Options of the client libraries. */
  readonly options: object;
  /** How long the statements with this word took, in milliseconds and in their order. */
  durations(word: string): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export type ServerName = keyof typeof SERVERS;

export const SERVERS = { postgres: loggingPostgres, mariadb: loggingMariadb, redis: loggingRedis };

async function loggingPostgres(): Promise<LoggingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-log-'));
  const log = join(folder, 'log');
  const server = await startPostgres(log);
  const client = new pg.Client(server.options);
  await client.connect();
  await client.query('ALTER ROLE app SET log_min_duration_statement = 0');
  await client.end();
  return {
    options: server.options,
    async durations(word) {
      const lines = /LOG: {2}duration: ([\d.]+) ms {2}(\w+)(.*)/g;
      const durations: number[] = [];
      let preparing = 0;
      for (const [, ms, step, statement] of readFileSync(log, 'utf8').matchAll(lines)) {
        if (!statement?.includes(word)) continue;
        preparing += Number(ms);
        // The other steps are `parse` and `bind`.
        if (step === 'execute' || step === 'statement') durations.push(preparing);
        if (step === 'execute' || step === 'statement') preparing = 0;
      }
      return durations;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function loggingMariadb(): Promise<LoggingServer> {
  const server = await startMariadb('--slow-query-log', '--long-query-time=0');
  const connection = await mysql.createConnection(server.options);
  const [[file]] = (await connection.query(
    "SELECT CONCAT(@@datadir, '/', @@slow_query_log_file) AS log",
  )) as unknown as [[{ log: string }]];
  await connection.end();
  return {
    options: server.options,
    async durations(word) {
      const parts = readFileSync(file.log, 'utf8').split('# Query_time: ').slice(1);
      return parts.filter((part) => part.includes(word)).map((part) => Number.parseFloat(part) * 1000);
    },
    stop: () => server.stop(),
  };
}

async function loggingRedis(): Promise<LoggingServer> {
  const { host, port, stop } = await startRedis();
  const client = createClient({ socket: { host, port } });
  await client.connect();
  await client.sendCommand(['CONFIG', 'SET', 'slowlog-log-slower-than', '0']);
  await client.sendCommand(['CONFIG', 'SET', 'slowlog-max-len', '100000']);
  return {
    options: { host, port },
    async durations(word) {
      const entries = (await client.sendCommand(['SLOWLOG', 'GET', '-1'])) as unknown[][];
      const found = entries.filter(([, , , command]) => String(command).includes(word));
      return found.map(([, , micros]) => Number(micros) / 1000).reverse();
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
