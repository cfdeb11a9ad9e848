import type { Exception, Note } from '../../profile/profile.ts';
import { type Draft, NO_HTTP, NO_REQUEST, SUCCEEDED } from './draft.ts';

/** `stop` is recorded if the app closes the book, and `vanished` by another process. */
export type ProcessEvent = 'start' | 'ready' | 'stop' | 'exit' | 'vanished';

export interface ProcessDetail {
  readonly notes?: readonly Note[];
  readonly endedBy?: string;
  readonly exception?: Exception | null;
}

/** An event in the life of a process, in the fields of a request. Its duration is how long the process has run. */
export function processDraft(
  event: ProcessEvent,
  { time, duration }: Pick<Draft, 'time' | 'duration'>,
  detail: ProcessDetail | null,
): Draft {
  const { exception = null, ...activity } = detail ?? {};
  return {
    ...NO_REQUEST,
    seq: null,
    time,
    status: SUCCEEDED,
    method: 'PROCESS',
    target: `process:${event}`,
    operation: event,
    duration,
    traceparent: '',
    error: '',
    kind: 'process',
    user: '',
    tags: [],
    queryTimes: [],
    state: detail ? 'kept' : 'off',
    detail: detail && { ...NO_HTTP, exception, activity },
    stages: [],
  };
}
