import type { DatabaseSync } from 'node:sqlite';
import { type IpKey, ipKey } from '../../net/ip.ts';
import { runAtOnce } from '../../worker/time-slice.ts';
import type { Segment } from './catalog.ts';
import { allRows, sizeOfRows } from './seal.ts';
import { sealedColumns } from './sealed-columns.ts';
import { NONE, type SegmentRows } from './segment-rows.ts';
import { type Summary, summarize } from './summarize.ts';

/** What the catalog says of a sealed segment. */
export interface SealedRow {
  readonly size: Omit<Segment, 'id' | 'state' | 'rewrites' | 'created' | 'bytes'>;
  readonly summary: Summary;
}

function ipKeysOf(rows: SegmentRows): (IpKey | null)[] {
  return Array.from(rows.ipKeys().ipv4, (key, id) => (Number.isNaN(key) ? ipKey(rows.ipAt(id)) : key));
}

/** Reads from a sealed segment what the catalog says of it. */
export function sealedRowOf(db: DatabaseSync, rows: SegmentRows): SealedRow {
  rows.load(['line'], 0, rows.count);
  const details = Int32Array.from(rows.column('line')).filter((line) => line !== NONE).length;
  const { chunk } = sealedColumns(db);
  const summary = summarize({
    dimensions: chunk('dimensions', 0) as Uint8Array,
    processes: chunk('processes', 0) as Uint8Array,
    ips: ipKeysOf(rows),
    traces: rows.traces.all(),
    users: rows.users.all(),
    tagLists: rows.tagLists.all(),
    urls: rows.urls.all(),
  });
  return { size: { ...sizeOfRows(rows, allRows(rows)), details }, summary: runAtOnce(summary) };
}
