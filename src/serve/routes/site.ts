import type { Hono } from 'hono';
import type { Store } from '../../store/store.ts';
import type { Site } from '../pages/layout.tsx';
import type { RecordingStats } from '../recording-stats.ts';

/** What every route of the page works with. */
export interface Routes {
  readonly app: Hono;
  readonly site: Site;
  readonly store: () => Promise<Store>;
  /** The book with the newest requests in it, as far as they could be written in a moment. */
  readonly freshStore: () => Promise<Store>;
  /** What became of what this process recorded; a page that only reads a book has recorded nothing. */
  readonly stats?: () => RecordingStats;
}

export function queryOf(url: string): URLSearchParams {
  return new URL(url).searchParams;
}
