// A process to be killed at any moment. Writes batches and prints each one once the store has acknowledged it: its
// number, its first seq, the time of its entries in microseconds, and the time of the acknowledgement. Besides that it
// does a job, over and over.
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import type { Batch } from '../../src/store/store.ts';
import { BATCH, KEPT_BYTES, KEPT_ENTRIES, TINY_SEGMENTS } from './tiny-segments.ts';

const [path = '', firstBatch = '0', job = ''] = process.argv.slice(2);
/** A batch is sent again when the segment that has it is full. */
const RESENT_AFTER = 12;

const isSlow = job === 'writes a little';
const tuning = isSlow || job === 'fills one segment' ? TUNING : TINY_SEGMENTS;
/** As a collector does: what is acknowledged survives a power cut. */
const durable = job === 'writes durably';
const store = await openSqliteStore(path, { create: true, tuning, inThisThread: isSlow, durable });
const jobs: Record<string, (store: SqliteStore) => Promise<unknown>> = {
  'closes segments': () => store.closeSegments(),
  'deletes by entries': () => store.retain({ entries: KEPT_ENTRIES }),
  'deletes by bytes': () => store.retain({ bytes: KEPT_BYTES }),
  'checks the book': checkBook,
  'makes backups': makeBackup,
};
const work = jobs[job];
if (work) void repeat(work);

const sent: Batch[] = [];
for (let batch = Number(firstBatch); ; batch++) {
  const { first } = await store.lease(BATCH);
  const time = Date.now() * 1000;
  const profiles = Array.from({ length: BATCH }, (_, i) =>
    sampleProfile({
      seq: first + i,
      time: time + i,
      url: `https://h/${batch}/${i}`,
      ip: `10.${batch & 255}.0.${i}`,
      host: `b${batch % 7}`,
      trace: batch % 2 === 0 ? first.toString(16).padStart(32, '0') : '',
    }),
  );
  const written = { id: `batch-${batch}`, profiles };
  await store.write(written);
  await acknowledge(`${batch} ${first} ${time} ${Date.now()}\n`);
  if (isSlow) await sleep(300);
  if (sent.push(written) > RESENT_AFTER) await store.write(sent.shift() ?? written);
}

/** Writes at once, so that a kill loses nothing. The pipe is full while its reader has no CPU. */
async function acknowledge(line: string): Promise<void> {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      await sleep(5);
    }
  }
}

async function repeat(work: (store: SqliteStore) => Promise<unknown>): Promise<void> {
  for (;;) {
    await work(store);
    await nextTurn();
  }
}

async function checkBook(): Promise<void> {
  const { checkBook } = await import('../../src/store/sqlite/maintain/check.ts');
  const damage = checkBook(path);
  if (damage.length > 0) throw new Error(`a book in use is damaged: ${JSON.stringify(damage)}`);
}

async function makeBackup(): Promise<void> {
  const { backupBook } = await import('../../src/store/sqlite/maintain/backup.ts');
  backupBook(path, `${path}.backup`);
}
