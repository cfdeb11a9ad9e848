import type { ProcessInfo } from '../../../profile/entry.ts';
import { type Dimensions, fromDimensionRow, fromProcessRow, toDimensionRow } from '../columns/rows.ts';
import { decompress } from '../files/zstd.ts';

/** The dimensions of a segment: of each its id, its number of entries and its values, a line of JSON. */
export interface DimensionList {
  readonly ids: readonly number[];
  readonly counts: readonly number[];
  readonly lines: readonly string[];
}

const NOTHING: DimensionList = { ids: [], counts: [], lines: [] };

/** Ids and counts in the first line. The other lines are the same in most segments, so each is read once. */
export function encodeDimensions({ ids, counts, lines }: DimensionList): string {
  return [JSON.stringify([ids, counts]), ...lines].join('\n');
}

export function decodeDimensions(data: Uint8Array | null): DimensionList {
  if (!data) return NOTHING;
  const [first = '', ...lines] = decompress(data).split('\n');
  const [ids, counts] = JSON.parse(first) as [number[], number[]];
  if (ids.length !== lines.length || counts.length !== lines.length)
    throw new Error('the list of its dimensions is damaged');
  return { ids, counts, lines };
}

export function lineOf(dimensions: Dimensions): string {
  return JSON.stringify(toDimensionRow(dimensions));
}

export function dimensionsOfLine(line: string): Dimensions {
  return fromDimensionRow(JSON.parse(line));
}

export type SegmentProcesses = ReadonlyMap<number, ProcessInfo>;

export function decodeProcesses(data: Uint8Array | null): SegmentProcesses {
  const rows = data ? (JSON.parse(decompress(data)) as unknown[][]) : [];
  return new Map(rows.map(([id, ...row]) => [Number(id), fromProcessRow(row)]));
}
