import type { MissingBodyReason } from '../../profile/body.ts';
import { type DetailState, type Kind, PROCESS_VANISHED } from '../../profile/entry.ts';
import type { Activity, Exception } from '../../profile/profile.ts';
import type { Seq } from '../../profile/token.ts';

/** A request that has ended, as it was read: neither redacted nor encoded. The writer thread does both. */
export interface Draft {
  /** `null` if there was no lease when the request started: the writer thread then assigns one. */
  readonly seq: Seq | null;
  readonly time: number;
  readonly status: number;
  readonly ip: string;
  readonly method: string;
  /** The request target: a path with its query, or an absolute URL. */
  readonly target: string;
  readonly secure: boolean;
  /** The Host header. `localHost` is used if it is not valid. */
  readonly host: string | undefined;
  readonly localHost: string;
  readonly route: string;
  readonly operation: string;
  /** Microseconds. */
  readonly duration: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly agent: string;
  readonly traceparent: string;
  readonly error: string;
  readonly kind: 'main' | 'job' | 'process';
  /** Of a process event: the request whose code threw the error. */
  readonly parent?: Seq | null;
  readonly user: string;
  readonly tags: readonly string[];
  /** Without a detail, when each query started and ended, alternating, in microseconds since arrival. */
  readonly queryTimes: readonly number[];
  readonly state: DetailState;
  /** What ended the request, if there is no room for a detail. Only its start is kept, to group it. */
  readonly fatal?: Exception | null;
  readonly detail: RawDetail | null;
  /** The error stage and the sub-requests, by start time. */
  readonly stages: readonly Stage[];
}

export interface Stage {
  readonly seq: Seq | null;
  readonly kind: Exclude<Kind, Draft['kind']>;
  /** The name of a sub-request. An error stage has the route of its request instead. */
  readonly name: string;
  readonly duration: number;
  /** What a sub-request threw. The exception of an error stage is that of its request. */
  readonly exception?: Exception;
}

/** The statuses of jobs and processes, which have none of their own, so that searches for what failed find them. */
export const [SUCCEEDED, FAILED] = [200, 500] as const;
/** The part of a detail that only requests have. */
export const NO_HTTP = { httpVersion: '', socketIp: '', headers: [], sent: '' } as const;
/** The part of a draft that neither jobs nor processes have. */
export const NO_REQUEST = {
  ip: '',
  secure: false,
  host: undefined,
  localHost: '',
  route: '',
  requestBytes: 0,
  responseBytes: 0,
  agent: '',
} as const;

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

export interface RawDetail {
  readonly httpVersion: string;
  readonly socketIp: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** The response headers as they were sent, one per line. */
  readonly sent: string;
  readonly exception: Exception | null;
  readonly activity?: Activity | null;
  readonly requestBody?: RawBody | null;
  readonly responseBody?: RawBody | null;
}

/** The body of a request or response, as bytes. */
export interface RawBody {
  /** The Content-Type header. */
  readonly type: string;
  /** The number of bytes that the app read or wrote. */
  readonly bytes: number;
  /** The first of them. */
  readonly kept: Uint8Array;
  readonly missing: MissingBodyReason | null;
}

/**
 * Drafts on their way to the writer thread, in memory that both threads share: all texts joined, and a list of numbers that
 * includes the lengths of the texts. Joining only copies the texts, whereas JSON has to look at each character.
 */
export interface EncodedDrafts {
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  /** The bodies of all drafts, joined. */
  readonly bodies: Uint8Array;
  /** The number of bytes of each text. It belongs to several drafts. Negative if it has two bytes per character. */
  readonly texts: readonly number[];
  /** How many seqs the drafts and their stages need, besides those they have. */
  readonly missingSeqs: number;
}

/** What few requests have. It is encoded as JSON. */
export interface Extras {
  readonly stages?: readonly Stage[];
  readonly exception?: Exception | null | undefined;
  readonly items?: Items | undefined;
}
export type Items = Pick<Activity, 'logs' | 'spans' | 'notes' | 'omitted' | 'held' | 'waitedFor' | 'endedBy'>;

/** A missing number. All others are at least 0. */
export const NONE = -1;
export const [SECURE, HAS_HOST, HAS_DETAIL, HAS_ACTIVITY, IS_JOB] = [1, 2, 4, 8, 16] as const;
export const [HAS_REQUEST_BODY, HAS_RESPONSE_BODY] = [32, 64] as const;
