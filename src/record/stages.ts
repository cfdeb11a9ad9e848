import type { Stage } from '../pipeline/draft/draft.ts';
import type { Seq } from '../profile/token.ts';
import { safeCount } from './http/sent-headers.ts';
import type { TrailEnd } from './trail-items.ts';

const NO_STAGES: readonly Stage[] = [];

export interface ErrorStage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

/** The error stage and the sub-requests, by start time. */
export function stagesOf(
  error: ErrorStage | null,
  trail: TrailEnd | null,
  endedAt: number,
): readonly Stage[] {
  const subRequests = trail?.subRequests ?? [];
  if (!error) return subRequests.length > 0 ? subRequests : NO_STAGES;
  const stage = {
    seq: error.seq,
    kind: 'error',
    name: '',
    duration: micros(endedAt - error.startedAt),
  } as const;
  const after = subRequests.findIndex(({ startedAt }) => startedAt > error.startedAt);
  const before = after < 0 ? subRequests.length : after;
  return [...subRequests.slice(0, before), stage, ...subRequests.slice(before)];
}

export function micros(millis: number): number {
  return safeCount(Math.round(millis * 1000));
}
