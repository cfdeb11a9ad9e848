import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-ports.ts';

/** Debian installs each version in a folder of its own. */
const VERSIONS = '/usr/lib/postgresql';
const SETTINGS = ['fsync=off', 'shared_buffers=16MB', 'max_connections=40', 'unix_socket_directories='];

export interface PostgresServer {
  /** Options of `pg` and postgres.js. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server with an empty database. It writes its log to a file, if there is one. */
export async function startPostgres(logFile = '/dev/null'): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-postgres-'));
  const identity = serverIdentity();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const program = (name: string) => join(VERSIONS, newestVersion(), 'bin', name);
  const initdb = ['-D', join(folder, 'data'), '-U', 'app', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(program('initdb'), initdb, { ...identity, cwd: folder });
  const port = await freePort();
  const settings = [...SETTINGS, 'listen_addresses=127.0.0.1', `port=${port}`];
  const log = openSync(logFile, 'w');
  const child = spawn(
    program('postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', log] },
  );
  closeSync(log);
  const options = { host: '127.0.0.1', port, user: 'app', database: 'postgres' };
  await waitUntilReady(options, child);
  return {
    options,
    async stop() {
      if (child.exitCode === null) {
        const exit = once(child, 'exit');
        // Waits for connections that are closing: a pool has ended before they have, and nothing would handle their errors.
        child.kill('SIGTERM');
        if (!(await Promise.race([exit, sleep(1000)]))) child.kill('SIGINT');
        await exit;
      }
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitUntilReady(options: PostgresServer['options'], child: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(options);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 200 || child.exitCode !== null) throw error;
      await sleep(50);
    }
  }
}

/** PostgreSQL refuses to run as root. */
function serverIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function newestVersion(): string {
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return newest;
}
