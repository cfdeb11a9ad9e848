import type { Cursor } from '../../../src/search/cursor.ts';
import { onThisThread } from '../../../src/store/sqlite/threads.ts';
import type { Retention } from '../../../src/store/store.ts';
import { TINY_SEGMENTS } from '../tiny-segments.ts';

const tuning = TINY_SEGMENTS;

/** A writer in this thread. */
export function openWriting(path: string, keep: Retention) {
  const writer = onThisThread('writer', { path, create: true, keep, tuning });
  let isClosed = false;
  return {
    call: writer.call,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await writer.close();
    },
  };
}

export interface FoundRow {
  readonly n: number;
  readonly seq: number;
}

export function openReading(path: string) {
  const reader = onThisThread('reader', { path, create: false, tuning });
  let isClosed = false;
  return {
    async close() {
      if (isClosed) return;
      isClosed = true;
      await reader.close();
    },
    /** All rows, newest first. */
    async rows(): Promise<FoundRow[]> {
      const rows: FoundRow[] = [];
      let cursor: Cursor | null = null;
      do {
        const page: Awaited<ReturnType<typeof search>> = await search(cursor);
        rows.push(...page.entries.map(({ url, seq }) => ({ n: Number(url.split('/')[3]), seq })));
        cursor = page.older;
      } while (cursor);
      return rows;
    },
  };

  function search(cursor: Cursor | null) {
    return reader.call('search', [{ terms: [], limit: 500, cursor }], {
      deadline: Number.POSITIVE_INFINITY,
    });
  }
}
