import type { Engine } from './engine.ts';

/** How much a book holds, and from when to when. */
export interface Extent {
  readonly entries: number;
  /** Microseconds; 0 in an empty book. */
  readonly oldest: number;
  readonly newest: number;
}

const GUESS_MS = 10_000;

/** Costs no reading: parts know how many rows they have, and of which time. */
export async function readExtent(engine: Engine): Promise<Extent> {
  const [[entries, oldest, newest] = []] = await engine.read(
    'SELECT count(), toUnixTimestamp64Micro(min(time)), toUnixTimestamp64Micro(max(time)) FROM entries',
  );
  return { entries: Number(entries), oldest: Number(oldest), newest: Number(newest) };
}

/** What the extent was a moment ago: good enough to guess from where to look. */
export function createExtentCache(engine: Engine): () => Promise<Extent> {
  let guess: Promise<Extent> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!guess || now - readAt > GUESS_MS) {
      readAt = now;
      guess = readExtent(engine);
      guess.catch(() => {
        guess = null;
      });
    }
    return guess;
  };
}
