import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from '../free-ports.ts';

/** A server without its own tables starts in a second. It has no accounts, so any password is accepted. */
const SETTINGS = [
  '--no-defaults',
  '--skip-grant-tables',
  '--bind-address=127.0.0.1',
  '--innodb-log-file-size=4M',
  '--innodb-buffer-pool-size=8M',
  '--innodb-flush-log-at-trx-commit=0',
];

export interface MariadbServer {
  /** Options of `mysql2` and `mysql`. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
  };
  stop(): Promise<void>;
}

/** Starts a MariaDB server with a database `shop`, which is empty. Settings are such as `--slow-query-log`. */
export async function startMariadb(...settings: readonly string[]): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-mariadb-'));
  const tables = join(folder, 'mysql');
  mkdirSync(tables);
  const identity = serverIdentity();
  if (identity) for (const path of [folder, tables]) chownSync(path, identity.uid, identity.gid);
  const port = await freePort();
  const child = spawn(
    '/usr/sbin/mariadbd',
    [
      ...SETTINGS,
      ...settings,
      `--datadir=${folder}`,
      `--tmpdir=${folder}`,
      `--port=${port}`,
      `--socket=${join(folder, 'socket')}`,
    ],
    { ...identity, cwd: folder, stdio: 'ignore' },
  );
  const options = { host: '127.0.0.1', port, user: 'app', password: 'pass-of-the-tests', database: 'shop' };
  for (let attempt = 0; ; attempt++) {
    try {
      const connection = await mysql.createConnection({ ...options, database: '' });
      await connection.query('CREATE DATABASE shop');
      await connection.end();
      break;
    } catch (error) {
      if (attempt === 200 || child.exitCode !== null) throw error;
      await sleep(50);
    }
  }
  return {
    options,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}

/** MariaDB refuses to run as root. Debian's package creates a user, which owns this folder. */
function serverIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync('/var/lib/mysql');
  return { uid, gid };
}
