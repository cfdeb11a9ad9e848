import { setTimeout as sleep } from 'node:timers/promises';

/** Work runs for this long, then pauses. */
const SLICE_MS = 5;
/** The pause after a slice, as a multiple of its time, if one work waits. */
const PAUSES_PER_SLICE = 3;
/** While the process uses more than this share of a processor for other things, the work waits... */
const BUSY_SHARE = 0.6;
/** ...unless more works than this wait. Then it goes on, with longer pauses. */
const MANY_WAITING = 4;
const PAUSE_WHEN_BUSY_MS = 200;
/** After this long it gives up, so that others get their turn. */
const BUSY_MS = 5000;

/**
 * Runs work in short slices with long pauses. Returns whether it was finished.
 * @param countWaiting counts the works that wait, this one included
 */
export async function runAtLowPriority(
  work: Generator<void, unknown>,
  mayGoOn: () => boolean,
  countWaiting: () => number,
): Promise<boolean> {
  try {
    for (;;) {
      const start = performance.now();
      while (performance.now() - start < SLICE_MS) {
        if (!mayGoOn()) return false;
        if (work.next().done) return true;
      }
      // The more works wait, the shorter the pauses.
      const pauses = PAUSES_PER_SLICE / Math.max(1, countWaiting()) ** 2;
      if (!(await pause((performance.now() - start) * pauses)) || !mayGoOn()) return false;
    }
  } finally {
    work.return(undefined);
  }

  /** Sleeps, and longer while the process is busy. Returns `false` if it stays busy. */
  async function pause(ms: number): Promise<boolean> {
    let share = await sleepAndMeasure(ms);
    const end = performance.now() + BUSY_MS;
    while (share > BUSY_SHARE) {
      if (performance.now() > end || !mayGoOn()) return false;
      share = await sleepAndMeasure(PAUSE_WHEN_BUSY_MS);
      if (countWaiting() > MANY_WAITING) return true;
    }
    return true;
  }
}

/** Sleeps. Returns how many processors the process has used in that time. */
async function sleepAndMeasure(ms: number): Promise<number> {
  const start = performance.now();
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - start);
}
