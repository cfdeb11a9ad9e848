import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import type { SegmentDimensions } from './dimensions.ts';
import type { OpenSegment } from './plan.ts';
import { type Dimensions, NO_PROCESS } from './rows.ts';
import type { SegmentProcesses } from './segment-processes.ts';
import type { IsCounted, ProcessCount, WholeCounts } from './segment-reader.ts';

export const NOTHING: WholeCounts = { dimensions: [], processes: [], minutes: [] };

/**
 * Counts the entries of a sealed segment from its counts.
 * @param dimensionsAt finds dimensions by their id in the table of all segments
 */
export function tallySealed(
  prepare: OpenSegment['prepare'],
  isCounted: IsCounted,
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
    minutes: minuteCounts(prepare, isCounted),
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

function minuteCounts(prepare: OpenSegment['prepare'], isCounted: IsCounted): WholeCounts['minutes'] {
  const counted = KINDS.flatMap((kind, k) =>
    CLIENT_CLASSES.flatMap((client, c) => (isCounted({ kind, client }) ? [[k, c]] : [])),
  );
  return prepare(
    `SELECT minute, class, kind, sum(entries) AS entries FROM minutes
     WHERE (kind, client) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) GROUP BY minute, class, kind`,
  )
    .all(JSON.stringify(counted))
    .map((row) => ({
      minute: Number(row.minute),
      class: Number(row.class),
      kind: kindAndClient(row).kind,
      entries: Number(row.entries),
    }));
}

function kindAndClient({ kind, client }: Record<string, unknown>): Pick<Dimensions, 'kind' | 'client'> {
  return { kind: KINDS[Number(kind)] ?? 'main', client: CLIENT_CLASSES[Number(client)] ?? 'unknown' };
}
