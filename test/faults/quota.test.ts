import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { statsOf } from '../../src/store/sqlite/maintain/stats.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { readEntries } from '../support/read-book.ts';
import { gatebookWith } from '../support/run-cli-later.ts';
import { DISKS, fillBytes, type SmallDisk } from './disk/small-disks.ts';
import { BATCH, largeBatchOf } from './large-batch.ts';

const root = mkdtempSync(join(tmpdir(), 'gatebook-quota-'));
const disk = mountDisk();
afterEach(() => {
  if (typeof disk === 'string') return;
  disk.free();
  rmSync(join(disk.folder, 'book'), { recursive: true });
});
afterAll(() => {
  if (typeof disk !== 'string') disk.unmount();
  rmSync(root, { recursive: true });
});

/** A disk with a quota, or why none can be mounted here. */
function mountDisk(): SmallDisk | string {
  try {
    const kind = DISKS.find(({ name }) => name.startsWith('quota'));
    return kind ? kind.mount(join(root, 'disk')) : 'there is none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

if (typeof disk === 'string') test.skip(`a quota can't be simulated: ${disk}`, () => {});
else {
  test.each([100, 160, 220])(
    'with a quota, prune deletes all of a segment if its rest needs more than the %i KB that are left',
    { timeout: 60_000 },
    async (left) => {
      const path = join(disk.folder, 'book');
      const store = await openSqliteStore(path, { create: true });
      for (let n = 0; n < 16; n++) await store.write(largeBatchOf(n));
      await store.close();
      rmSync(bookFolder(path).reserve, { force: true });
      const before = statsOf(path);
      const largest = Math.max(...before.segments.map(({ entries }) => entries));
      fillBytes(disk.folder, left * 1024);
      const limit = before.entries - BATCH;
      const { status, stderr } = await gatebookWith(
        disk.env,
        root,
        'prune',
        '--entries',
        String(limit),
        '--storage',
        `sqlite:${path}`,
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const { entries } = statsOf(path);
      expect(entries).toBeLessThanOrEqual(limit);
      expect(entries).toBeGreaterThanOrEqual(before.entries - largest);
    },
  );

  test('with a quota, a book that uses it up keeps the newest profiles, and rejects none', {
    timeout: 60_000,
  }, async () => {
    const path = join(disk.folder, 'book');
    const batches = 150;
    const script = join(import.meta.dirname, 'write-large-batches.ts');
    const env = { ...process.env, ...disk.env };
    execFileSync(process.execPath, [script, path, String(batches)], { env, stdio: 'pipe' });
    const store = await openSqliteStore(path, { create: false });
    const seqs = (await readEntries(store)).map(({ seq }) => seq).sort((a, b) => b - a);
    await store.close();
    expect(seqs).toEqual(seqs.map((_, i) => batches * BATCH - 1 - i));
    // Of 4 MB, half may be used twice: by logs, and by files that are still open.
    expect(seqs.length).toBeGreaterThan(20 * BATCH);
  });
}
