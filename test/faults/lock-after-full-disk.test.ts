import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openBookWriter } from '../../src/store/sqlite/live/book-writer.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { fillBytes, removeBallast, tryToMountTmpfs } from './disk/small-disks.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-lock-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const reason = tryToMountTmpfs(disk, 'size=8m');
if (reason !== null) console.log(`No disk can be mounted, and its test is skipped: ${reason}`);
afterAll(() => {
  if (reason === null) execFileSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true });
});

/** Has the write lock of a file from the word "locked" on, for 500 ms. */
const HOLD = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  process.stdout.write('locked');
  setTimeout(() => db.close(), 500);
`;

async function whileLocked(file: string, work: () => unknown): Promise<void> {
  const holder = spawn(process.execPath, ['--no-warnings', '-e', HOLD, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(holder, 'close');
  await once(holder.stdout, 'data');
  try {
    work();
  } finally {
    await closed;
  }
}

const batchOf = (seq: number) => ({ id: `b${seq}`, profiles: [sampleProfile({ seq })] });

test.skipIf(reason !== null)(
  'after the disk was full, a write waits for the lock of another process as before',
  async () => {
    const writer = openBookWriter(join(disk, 'book'), true, TUNING);
    const [live, catalog] = [writer.folder.live(1), writer.folder.catalog];
    for (let seq = 0; seq < 20; seq++) writer.write([batchOf(seq)]);
    await whileLocked(live, () => writer.write([batchOf(20)]));
    fillBytes(disk);
    writer.emptyLogs();
    removeBallast(disk);
    await whileLocked(live, () => expect(writer.write([batchOf(21)])).toBeGreaterThan(0));
    await whileLocked(catalog, () => writer.lease(10));
    writer.close();
  },
);
