import type { Engine } from '../engine/engine.ts';

/** How many entries a book has, and the time range they cover. */
export interface Extent {
  readonly entries: number;
  /** Microseconds; 0 in an empty book. */
  readonly oldest: number;
  readonly newest: number;
}

const MAX_AGE_MS = 10_000;

/** Reads no rows: ClickHouse answers from the metadata of parts. */
export async function readExtent(engine: Engine): Promise<Extent> {
  const [[entries, oldest, newest] = []] = await engine.read(
    'SELECT count(), toUnixTimestamp64Micro(min(time)), toUnixTimestamp64Micro(max(time)) FROM entries',
  );
  return { entries: Number(entries), oldest: Number(oldest), newest: Number(newest) };
}

/** The extent, read at most every 10 seconds: enough to choose scan windows. */
export function createExtentCache(engine: Engine): () => Promise<Extent> {
  let extent: Promise<Extent> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!extent || now - readAt > MAX_AGE_MS) {
      readAt = now;
      extent = readExtent(engine);
      extent.catch(() => {
        extent = null;
      });
    }
    return extent;
  };
}
