import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../files/transaction.ts';

/** The lock is renewed when this share of its time has passed. */
const RENEW_AFTER = 0.2;

/**
 * Lets one process at a time rewrite segments.
 * @param lockMs a process that was killed loses the lock after this time
 */
export function createMaintenanceLock(catalog: DatabaseSync, lockMs: number) {
  // Loading node:crypto takes memory in each thread.
  const owner = String(catalog.prepare('SELECT lower(hex(randomblob(8))) AS name').get()?.name);
  const select = catalog.prepare("SELECT value FROM book WHERE name = 'maintainer'");
  let renewAt = 0;

  const holder = () => {
    const [name = '', until = '0'] = String(select.get()?.value ?? '').split(' ');
    return Number(until) > Date.now() ? name : '';
  };

  return {
    /** Names this process in file names. */
    owner,
    /** Takes or renews the lock. Returns whether this process has it. */
    acquire(): boolean {
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
    /** Whether no other process has taken the lock, also if its time has passed. */
    isMine: () => ['', owner].includes(holder()),
    release(): void {
      if (renewAt === 0) return;
      renewAt = 0;
      catalog.prepare("DELETE FROM book WHERE name = 'maintainer' AND value LIKE ?").run(`${owner} %`);
    },
  };
}
