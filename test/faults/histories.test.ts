// Random histories of a book: writes, limits, deletions, full disks and kills. A failure prints its seed; HISTORY_SEED=n runs it again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { fillBytes, removeBallast, tryToMountTmpfs } from './disk/small-disks.ts';
import { numberedBatch, type Tally } from './histories/numbered-batch.ts';
import { openReading, openWriting } from './histories/open-book.ts';
import { runHistory } from './histories/run-history.ts';
import { history } from './histories/steps.ts';

/** `npm run faults:store` runs 10,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 60);
/** Always the same histories in CI, others in each run of npm run faults:store. */
const SEED = Number(process.env.HISTORY_SEED ?? (process.env.HISTORIES ? Date.now() % 1e9 : 11));
const disk = mkdtempSync(join(tmpdir(), 'gatebook-histories-'));
const reason = tryToMountTmpfs(disk, 'size=6m');
if (reason !== null)
  console.log(`The histories are skipped, because no small disk can be mounted: ${reason}`);
afterAll(() => {
  if (reason === null) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(reason !== null)(
  'after any history the newest profiles are there, once each, and nothing that was deleted',
  { timeout: 60_000 + HISTORIES * 500 },
  async () => {
    const tally: Tally = { batches: 0, onFullDisk: 0, refused: 0, deleted: 0, kills: 0 };
    await fc.assert(
      fc.asyncProperty(history, (steps) => runHistory(disk, steps, tally)),
      // A shorter history that fails too: SHRINK=1.
      { numRuns: HISTORIES, seed: SEED, endOnFailure: !process.env.SHRINK },
    );
    expect(tally.deleted).toBeGreaterThan(HISTORIES);
    // A disk that something else has filled takes the newest as long as there is something older to delete.
    expect(tally.refused).toBeLessThan(tally.onFullDisk / 2);
    figure(
      `${HISTORIES} histories`,
      `${tally.batches} batches, ${tally.onFullDisk} on a full disk (${tally.refused} refused), ${tally.deleted} profiles deleted, ${tally.kills} kills`,
    );
  },
);

// With fewer pages left, opening a book already makes room. With more, there is enough.
test.skipIf(reason !== null).each([18, 20, 22])(
  'a book that is open on a disk with %i pages left, and not written to, keeps all profiles',
  async (pages) => {
    const path = join(disk, 'book');
    const writing = openWriting(path, {});
    const { first } = await writing.call('lease', [240]);
    for (let seq: number = first; seq < first + 240; seq += 8) {
      const rows = Array.from({ length: 8 }, (_, i) => ({ n: seq + i, seq: seq + i, time: seq + i }));
      const { numbers: _, ...batch } = numberedBatch(`batch-${seq}`, rows, true);
      await writing.call('write', [[batch]]);
    }
    await writing.close();
    fillBytes(disk, pages * 4096);
    const idle = openWriting(path, {});
    await idle.call('tokenKey', []);
    // The care of a book begins after a second.
    await sleep(1300);
    const reading = openReading(path);
    expect(await reading.rows()).toHaveLength(240);
    await reading.close();
    await idle.close();
    removeBallast(disk);
    rmSync(path, { recursive: true });
  },
);
