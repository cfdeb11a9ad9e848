import { PROCESS_VANISHED } from '../../profile/entry.ts';
import type { Draft } from './draft.ts';

/** What is not known of a request before it ends. */
export const NOT_ENDED = {
  duration: 0,
  responseBytes: 0,
  traceparent: '',
  error: PROCESS_VANISHED,
  user: '',
  tags: [],
  queryTimes: [],
  state: 'policy',
  fatal: null,
  detail: null,
  stages: [],
} as const satisfies Partial<Draft>;

/** What is known only when a request has ended. */
type DraftEnd = Required<Pick<Draft, keyof typeof NOT_ENDED | 'status' | 'route' | 'operation'>>;
type DraftStart = Omit<Draft, keyof DraftEnd | 'parent'>;

/** Joins both parts of a draft. Spelled out, because copying properties takes longer. */
export function joinDraft(start: DraftStart, end: DraftEnd): Draft {
  return {
    seq: start.seq,
    time: start.time,
    ip: start.ip,
    method: start.method,
    target: start.target,
    secure: start.secure,
    host: start.host,
    localHost: start.localHost,
    requestBytes: start.requestBytes,
    agent: start.agent,
    kind: start.kind,
    status: end.status,
    route: end.route,
    operation: end.operation,
    duration: end.duration,
    responseBytes: end.responseBytes,
    traceparent: end.traceparent,
    error: end.error,
    user: end.user,
    tags: end.tags,
    queryTimes: end.queryTimes,
    state: end.state,
    fatal: end.fatal,
    detail: end.detail,
    stages: end.stages,
  };
}
