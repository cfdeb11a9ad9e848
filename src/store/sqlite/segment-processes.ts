import type { Entry, ProcessInfo } from '../../profile/entry.ts';
import { matches } from '../../search/matches.ts';
import { decompress } from './block-codec.ts';
import type { ProcessTerm } from './compile-terms.ts';
import { type Dimensions, NO_PROCESS } from './rows.ts';
import type { Cell, Counts } from './segment-reader.ts';

/** The processes of a sealed segment, by id. */
export type SegmentProcesses = ReadonlyMap<number, ProcessInfo>;

export function processesOfSummary(data: Uint8Array | null): SegmentProcesses {
  const rows = data ? (JSON.parse(decompress(data)) as unknown[][]) : [];
  return new Map(
    rows.map(([id, service, instance, release]) => [
      Number(id),
      { service: String(service), instance: String(instance), release: String(release) },
    ]),
  );
}

/** Whether one of the processes matches all terms. */
export function hasProcess(processes: SegmentProcesses, terms: readonly ProcessTerm[]): boolean {
  return [...processes.values()].some((process) => matches(process as Entry, terms, () => null));
}

/** A number of entries of a sealed segment. `process` is absent if the segment has only one. */
interface CountedRow {
  readonly bin: number;
  readonly dimension: number;
  readonly process?: number;
  readonly entries: number;
}

/** Adds up rows by bin and dimensions, which follow each other, and by process. */
export function toCounts(
  rows: readonly CountedRow[],
  processes: SegmentProcesses,
  dimensionsOf: (id: number) => Dimensions | undefined,
): Counts {
  const cells: (Cell & { entries: number })[] = [];
  const counts = new Map<number, { entries: number; stages: number }>();
  const [only = 0] = processes.keys();
  let last = { bin: Number.NaN, dimension: 0 };
  for (const { bin, dimension, process = only, entries } of rows) {
    const dimensions = dimensionsOf(dimension);
    if (!dimensions) continue;
    const count = counts.get(process) ?? { entries: 0, stages: 0 };
    counts.set(process, count);
    count.entries += entries;
    if (dimensions.kind === 'error') count.stages += entries;
    const cell = cells.at(-1);
    if (cell && last.bin === bin && last.dimension === dimension) cell.entries += entries;
    else cells.push({ bin, dimensions, entries });
    last = { bin, dimension };
  }
  return {
    cells,
    processes: [...counts].map(([id, count]) => ({
      process: processes.get(id) ?? NO_PROCESS,
      ...count,
    })),
  };
}
