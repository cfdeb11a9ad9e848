import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Takes the lock of a file on request, for a second longer than others wait for it. */
const HOLD = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec('PRAGMA busy_timeout = 5000');
  process.stdout.write('ready');
  process.stdin.once('data', () => {
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked');
    setTimeout(() => process.exit(), 6000);
  });
`;

/** Starts another process that can lock a database. */
export async function startLockHolder(file: string) {
  const holder = spawn(process.execPath, ['--no-warnings', '-e', HOLD, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  await once(holder.stdout, 'data');
  return {
    /** Resolves when the process has the lock. */
    async lock(): Promise<void> {
      holder.stdin.write('now');
      await once(holder.stdout, 'data');
    },
    /** Resolves when the process has ended, and with it the lock. */
    ended,
  };
}
