import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { createMaintenanceLock } from '../../src/store/sqlite/catalog/maintenance-lock.ts';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';

const PER_SEGMENT = 1000;
const LOCK_MS = 60_000;

/** The tuning of the sample book: small segments. */
export const SMALL = { ...TUNING, segment: { ...TUNING.segment, entries: PER_SEGMENT } };

export function sampleAt(seq: number) {
  return sampleProfile({
    seq,
    time: T0 + seq,
    url: `https://h/${seq}`,
    ip: `10.0.${seq % 200}.1`,
    status: seq % 5 === 0 ? 404 : 200,
    trace: seq % 3 === 0 ? seq.toString(16).padStart(32, '0') : '',
    parent: seq % 7 === 1 ? seq - 1 : null,
    user: seq % 4 === 0 ? `User-${seq % 50}` : '',
    tags: seq % 6 === 0 ? ['Beta', `t${seq % 9}`] : [],
    operation: seq % 8 === 0 ? 'GetCart' : '',
    queries: seq % 9,
    queryTime: (seq % 9) * 100,
    service: seq % 10 === 0 ? 'mail' : 'shop',
    instance: `web-${seq % 3}:${seq >> 9}`,
  });
}

/** Writes a book of 4,500 profiles: segments 1 and 2 are closed, 3 and 4 are full, and 5 is live. */
export async function writeSampleBook(path: string): Promise<void> {
  const store = await openSqliteStore(path, { create: true, tuning: SMALL });
  await store.lease(4500);
  const write = (first: number) => {
    const profiles = Array.from({ length: 500 }, (_, i) => sampleAt(first + i));
    return store.write({ id: `batch-${first}`, profiles });
  };
  for (let first = 0; first < 2000; first += 500) await write(first);
  await store.closeSegments();
  // Another process seems to take care of the book: otherwise a slow machine would close these segments too.
  const catalog = new DatabaseSync(bookFolder(path).catalog, { timeout: 5000 });
  const lock = createMaintenanceLock(catalog, LOCK_MS);
  // The store may look for another segment to close at this moment.
  while (!lock.acquire()) await sleep(10);
  for (let first = 2000; first < 4500; first += 500) await write(first);
  await store.close();
  lock.release();
  catalog.close();
}

/** Overwrites a leaf of a table, as a failing disk would. */
export function damagePage(file: string, table: string, leaf: number): void {
  const db = new DatabaseSync(file, { readOnly: true });
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
    .all(table);
  const { page_size: size = 0 } = db.prepare('PRAGMA page_size').get() ?? {};
  db.close();
  const page = Number(pages[leaf]?.pageno);
  if (!Number.isInteger(page)) throw new Error(`${table} has no leaf ${leaf}`);
  const fd = openSync(file, 'r+');
  writeSync(fd, Buffer.alloc(Number(size), 0xa5), 0, Number(size), (page - 1) * Number(size));
  closeSync(fd);
}
