import { TUNING, type Tuning } from '../../src/store/sqlite/tuning.ts';

/** Entries in a batch. */
export const BATCH = 5;
export const KEPT_ENTRIES = 200;
export const KEPT_BYTES = 1_500_000;

/** So small that a process is almost always starting, closing or deleting a segment when it is killed. */
export const TINY_SEGMENTS: Tuning = {
  ...TUNING,
  segment: { ...TUNING.segment, entries: 4 * BATCH },
  smallBlocks: 3,
  // The process after one that was killed soon continues its work.
  lockMs: 100,
};
