import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './transaction.ts';

/** The lock is renewed when this share of its time has passed. */
const RENEW_AFTER = 0.2;

/** Lets one process at a time rewrite segments. */
export interface MaintenanceLock {
  /** Names this process in file names. */
  readonly owner: string;
  /** Takes or renews the lock. Returns whether this process has it. */
  acquire(): boolean;
  /** Whether no other process has taken the lock, also if its time has passed. */
  isMine(): boolean;
  release(): void;
}

/** @param lockMs a process that was killed loses the lock after this time */
export function createMaintenanceLock(catalog: DatabaseSync, lockMs: number): MaintenanceLock {
  // Loading node:crypto takes memory in each thread.
  const owner = String(catalog.prepare('SELECT lower(hex(randomblob(8))) AS name').get()?.name);
  const select = catalog.prepare("SELECT value FROM book WHERE name = 'maintainer'");
  let renewAt = 0;

  const holder = () => {
    const [name = '', until = '0'] = String(select.get()?.value ?? '').split(' ');
    return Number(until) > Date.now() ? name : '';
  };

  return {
    owner,
    acquire() {
      if (Date.now() < renewAt) return true;
      const isMine = transaction(catalog, () => {
        const current = holder();
        if (current !== '' && current !== owner) return false;
        catalog
          .prepare(
            "INSERT INTO book VALUES ('maintainer', ?1) ON CONFLICT DO UPDATE SET value = excluded.value",
          )
          .run(`${owner} ${Date.now() + lockMs}`);
        return true;
      });
      renewAt = isMine ? Date.now() + lockMs * RENEW_AFTER : 0;
      return isMine;
    },
    isMine: () => ['', owner].includes(holder()),
    release() {
      if (renewAt === 0) return;
      renewAt = 0;
      catalog.prepare("DELETE FROM book WHERE name = 'maintainer' AND value LIKE ?").run(`${owner} %`);
    },
  };
}
