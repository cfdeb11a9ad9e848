import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { randomText } from '../support/random-text.ts';
import { readEntries } from '../support/read-book.ts';
import { gatebookIn } from '../support/run-cli.ts';
import { fillBytes, removeBallast, tryToMountTmpfs } from './disk/small-disks.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const reason = tryToMountTmpfs(disk, 'size=24m');
if (reason !== null)
  console.log(`The test with a full disk is skipped, because none can be mounted: ${reason}`);
afterAll(() => {
  if (reason === null) execFileSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true });
});

const gatebook = gatebookIn(folder);

test.skipIf(reason !== null).each([0, 16_384, 36_864, 65_536, 131_072])(
  'on a disk with %i bytes left, the command opens a book that has no reserve and deletes no other profile',
  { timeout: 60_000 },
  async (left) => {
    const path = join(disk, `closed-${left}`);
    const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: 200 } };
    const store = await openSqliteStore(path, { create: true, tuning });
    for (let first = 0; first < 1000; first += 200)
      await store.write({
        id: `b${first}`,
        profiles: Array.from({ length: 200 }, (_, i) =>
          sampleProfile({
            seq: first + i,
            time: T0 + first + i,
            user: `user-${i % 10}`,
            url: `https://h/${randomText(first + i, 1500)}`,
          }),
        ),
      });
    await store.closeSegments();
    await store.close();
    rmSync(join(path, 'reserve'), { force: true });
    fillBytes(disk, left);
    const storage = ['--storage', `sqlite:${path}`];
    const { status } = gatebook('delete', 'user:user-7', '--yes', ...storage);
    removeBallast(disk);
    const others = gatebook('search', '-user:user-7', '--json', ...storage);
    expect(JSON.parse(others.stdout).matches).toBe(900);
    expect(gatebook('delete', 'user:user-7', '--yes', ...storage).status).toBe(status === 0 ? 1 : 0);
    rmSync(path, { recursive: true });
  },
);

const ALL = 1500;
const PER_SEGMENT = 500;
test.skipIf(reason !== null).each([0, 65_536, 262_144, 524_288, 1_048_576, 8_388_608])(
  'on a disk with %i bytes left, delete deletes what it was asked for or fails, and no other profile is lost',
  { timeout: 60_000 },
  async (left) => {
    const path = join(disk, `book-${left}`);
    const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: PER_SEGMENT } };
    const store = await openSqliteStore(path, { create: true, tuning });
    try {
      for (let first = 0; first < ALL; first += 100)
        await store.write({
          id: `b${first}`,
          profiles: Array.from({ length: 100 }, (_, i) =>
            sampleProfile({
              seq: first + i,
              time: T0 + first + i,
              url: `https://h/${randomText(first + i, 1500)}`,
            }),
          ),
        });
      await store.closeSegments();
      fillBytes(disk, left);
      const wanted = [3, 700, 701] as Seq[];
      const outcome = await store.delete?.(wanted).catch((error: { code: string }) => error.code);
      const seqs = new Set((await readEntries(store)).map(({ seq }) => seq));
      for (let seq = 0; seq < ALL; seq++)
        if (!wanted.includes(seq as Seq))
          expect({ seq, isThere: seqs.has(seq as Seq) }).toEqual({ seq, isThere: true });
      if (outcome === 'disk-full') {
        removeBallast(disk);
        await store.delete?.(wanted);
      } else expect(outcome).toBe(3);
      expect(await readEntries(store)).toHaveLength(ALL - 3);
    } finally {
      removeBallast(disk);
      await store.close();
      rmSync(path, { recursive: true });
    }
  },
);
