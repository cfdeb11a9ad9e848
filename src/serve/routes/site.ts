import type { Context, Hono } from 'hono';
import { messageOf } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Site } from '../pages/layout.tsx';
import type { BookStats, RecordingStats } from '../recording-stats.ts';
import type { PageEnv } from '../router.ts';

/** What the routes of the page share. */
export interface Routes {
  readonly app: Hono<PageEnv>;
  /** The URL path of the pages. */
  readonly base: string;
  /** What every page shows, for one request. */
  siteOf(c: Context): Site;
  readonly store: () => Promise<Store>;
  /** The store, after waiting briefly for the latest requests to be written. */
  readonly freshStore: () => Promise<Store>;
  /** Recording statistics of this process; absent if it only reads a book. */
  readonly stats?: () => RecordingStats;
  readonly allStats?: () => Promise<BookStats>;
}

export function queryOf(url: string): URLSearchParams {
  return new URL(url).searchParams;
}

export async function orFailure<T>(run: () => Promise<T>): Promise<T | { readonly failure: string }> {
  try {
    return await run();
  } catch (error) {
    return { failure: messageOf(error) };
  }
}
