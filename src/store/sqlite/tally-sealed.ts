import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { MINUTE } from './fields.ts';
import type { OpenSegment } from './plan.ts';
import { type Dimensions, NO_PROCESS } from './rows.ts';
import type { SegmentProcesses } from './segment-processes.ts';
import type { Bins, IsCounted, ProcessCount, WholeCounts } from './segment-reader.ts';

export const NOTHING: WholeCounts = { dimensions: [], processes: [], bins: [] };

/**
 * Counts the entries of a sealed segment from its counts.
 * @param dimensionsAt finds dimensions by their id in the table of all segments
 */
export function tallySealed(
  prepare: OpenSegment['prepare'],
  isCounted: IsCounted,
  bins: Bins,
  { ids, counts }: SegmentDimensions,
  dimensionsAt: (id: number) => Dimensions | undefined,
  processes: SegmentProcesses,
): WholeCounts {
  const dimensions: { readonly dimensions: Dimensions; readonly entries: number }[] = [];
  for (let id = 0; id < ids.length; id++) {
    const found = dimensionsAt(ids[id] ?? -1);
    if (found && isCounted(found)) dimensions.push({ dimensions: found, entries: counts[id] ?? 0 });
  }
  return {
    dimensions,
    processes: processCounts(prepare, isCounted, processes),
    bins: binCounts(prepare, isCounted, bins),
  };
}

function processCounts(
  prepare: OpenSegment['prepare'],
  isCounted: IsCounted,
  processes: SegmentProcesses,
): ProcessCount[] {
  return prepare('SELECT process, kind, client, entries FROM process_counts')
    .all()
    .flatMap(({ process, entries, ...numbers }) => {
      const { kind, client } = kindAndClient(numbers);
      if (!isCounted({ kind, client })) return [];
      const counted = Number(entries);
      return {
        process: processes.get(Number(process)) ?? NO_PROCESS,
        entries: counted,
        stages: kind === 'error' ? counted : 0,
      };
    });
}

function binCounts(
  prepare: OpenSegment['prepare'],
  isCounted: IsCounted,
  { from, step }: Bins,
): WholeCounts['bins'] {
  // One bit for each kind and class of clients.
  let mask = 0n;
  for (const [k, kind] of KINDS.entries())
    for (const [c, client] of CLIENT_CLASSES.entries())
      if (isCounted({ kind, client })) mask |= 1n << BigInt(k * CLIENT_CLASSES.length + c);
  return prepare(
    `SELECT (minute * ${MINUTE} - ?) / ? AS bin, class, kind, sum(entries) AS entries FROM minutes
     WHERE (? >> (kind * ${CLIENT_CLASSES.length} + client)) & 1 GROUP BY bin, class, kind`,
  )
    .all(BigInt(from), BigInt(step), mask)
    .map((row) => ({
      bin: Number(row.bin),
      class: Number(row.class),
      kind: kindAndClient(row).kind,
      entries: Number(row.entries),
    }));
}

function kindAndClient({ kind, client }: Record<string, unknown>): Pick<Dimensions, 'kind' | 'client'> {
  return { kind: KINDS[Number(kind)] ?? 'main', client: CLIENT_CLASSES[Number(client)] ?? 'unknown' };
}
