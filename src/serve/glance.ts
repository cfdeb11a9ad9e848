import { countErrors } from '../findings/error-groups.ts';
import type { Micros } from '../profile/time.ts';
import { type ReleaseStart, readReleaseStarts } from '../report/groups/release-starts.ts';
import type { Store } from '../store/store.ts';

/** What every page says of the book. */
export interface Glance {
  /** Errors of the last day; `null` if they were not counted in time. */
  readonly errors: number | null;
  /** The newest release that began in the book. */
  readonly release: ReleaseStart | null;
}

export interface GlanceReader {
  readonly current: Glance;
  /** Reads it again if it is old. Resolves soon, with or without a result: no page waits for it. */
  refresh(): Promise<void>;
}

/** In milliseconds. */
const FRESH = 5000;
const COUNTING = 300;
const WAITED_FOR = 25;

export function createGlanceReader(store: () => Promise<Store>): GlanceReader {
  let current: Glance = { errors: null, release: null };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const book = await store();
    const { signal } = new AbortController();
    const now = (Date.now() * 1000) as Micros;
    const errors = await countErrors(book, now, { deadline: COUNTING, signal });
    const releases = await readReleaseStarts(book, [], signal);
    current = { errors, release: releases.at(-1) ?? null };
  }

  return {
    get current() {
      return current;
    },
    async refresh() {
      if (performance.now() - readAt < FRESH) return;
      reading ??= read()
        .catch(() => {
          // The page says itself that the book can't be read.
        })
        .finally(() => {
          readAt = performance.now();
          reading = null;
        });
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, WAITED_FOR).unref())]);
    },
  };
}
