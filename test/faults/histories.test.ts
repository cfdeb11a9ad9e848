// Random histories of a book: writes, limits, deletions, full disks and kills. A failure prints its seed; HISTORY_SEED=n runs it again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { tryToMountTmpfs } from './disk/small-disks.ts';
import type { Tally } from './histories/numbered-batch.ts';
import { runHistory } from './histories/run-history.ts';
import { history } from './histories/steps.ts';

/** `npm run faults:store` runs 10,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 100);
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
  { timeout: 60_000 + HISTORIES * 200 },
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
