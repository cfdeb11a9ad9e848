import type { Entry, ProcessInfo } from '../../profile/entry.ts';
import { matches } from '../../search/matches.ts';
import type { ProcessTerm } from './parse-terms.ts';
import { fromProcessRow } from './rows.ts';
import { decompress } from './zstd.ts';

/** The processes of a sealed segment, by id. */
export type SegmentProcesses = ReadonlyMap<number, ProcessInfo>;

export function processesOfSummary(data: Uint8Array | null): SegmentProcesses {
  const rows = data ? (JSON.parse(decompress(data)) as unknown[][]) : [];
  return new Map(rows.map(([id, ...row]) => [Number(id), fromProcessRow(row)]));
}

/** Whether one of the processes matches all terms. */
export function hasProcess(processes: SegmentProcesses, terms: readonly ProcessTerm[]): boolean {
  return [...processes.values()].some((process) => matches(process as Entry, terms, () => null));
}
