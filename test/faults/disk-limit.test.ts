import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { bookBytes, bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { randomText } from '../support/random-text.ts';
import { readEntries } from '../support/read-book.ts';
import { tryToMountImage, tryToMountTmpfs } from './disk/small-disks.ts';

const root = mkdtempSync(join(tmpdir(), 'gatebook-disk-limit-'));
const mounted: string[] = [];
const reason = tryToMountTmpfs(join(root, 'probe'), 'size=1m');
if (reason === null) mounted.push(join(root, 'probe'));
else console.log(`The limits for small disks are not tested, because none can be mounted: ${reason}`);
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', [folder]);
  rmSync(root, { recursive: true });
});

const BATCHES = 120;
const BATCH = 20;
/** Some 4.8 MB of text that can't be compressed. */
const TEXT = 2000;
const DEFAULT = { bytes: 2e9, fitsDisk: true };

interface Mount {
  readonly name: string;
  readonly most: number;
  mount(folder: string): string | null;
}

const MOUNTS: readonly Mount[] = [
  { name: 'tmpfs of 4 MB', most: 2e6, mount: (folder) => tryToMountTmpfs(folder, 'size=4m') },
  { name: 'ext4 of 24 MB', most: 2.4e6, mount: (folder) => tryToMountImage(folder, 24) },
];

test.skipIf(reason !== null).each(MOUNTS)(
  'the default limit fits the disk, and a limit that is given stays: $name',
  async ({ name, most, mount }) => {
    const folder = join(root, name.replaceAll(' ', '-'));
    expect(mount(folder)).toBeNull();
    mounted.push(folder);
    const write = async (path: string, keep: object) => {
      const store = await openSqliteStore(path, { create: true, inThisThread: true, keep });
      for (let n = 0; n < BATCHES; n++) {
        const profiles = Array.from({ length: BATCH }, (_, i) => {
          const seq = n * BATCH + i;
          return sampleProfile({ seq, time: T0 + seq, userAgent: randomText(seq, TEXT) });
        });
        await store.write({ id: String(n), profiles });
      }
      const [newest] = await readEntries(store);
      await store.close();
      return { bytes: bookBytes(bookFolder(path)), newest: newest?.seq };
    };
    const fitted = await write(join(folder, 'book'), DEFAULT);
    expect(fitted.bytes).toBeLessThan(most * 1.15);
    expect(fitted.newest).toBe(BATCHES * BATCH - 1);
    rmSync(join(folder, 'book'), { recursive: true });
    const given = await write(join(folder, 'given'), { bytes: 3e6 });
    expect(given.bytes).toBeGreaterThan(most * 1.15);
    expect(given.bytes).toBeLessThan(3e6 * 1.15);
  },
);
