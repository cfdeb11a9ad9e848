import type { Micros } from './time.ts';
import type { Seq } from './token.ts';

/**
 * `main` is the request itself, `error` the stage that handled its failure, `sub` a nested operation named by the app, `job`
 * is work outside of a request, `process` is the start or end of a process. SQLite stores the position: a new kind goes at the end.
 */
export const KINDS = ['main', 'error', 'sub', 'job', 'process'] as const;
export type Kind = (typeof KINDS)[number];
export const KIND_NAMES = {
  main: 'request',
  error: 'error stage',
  sub: 'sub-request',
  job: 'job',
  process: 'process event',
} as const satisfies Record<Kind, string>;

/** SQLite stores the position: a new class goes at the end. */
export const CLIENT_CLASSES = ['browser', 'bot', 'tool', 'scanner', 'unknown', 'monitor'] as const;
export type ClientClass = (typeof CLIENT_CLASSES)[number];

/** Whether a profile's detail was kept, and if not, why. */
export const DETAIL_STATES = ['kept', 'off', 'policy', 'budget'] as const;
export type DetailState = (typeof DETAIL_STATES)[number];

/** The status recorded if the client disconnected before a response was sent. */
export const STATUS_ABORTED = 499;

/** The error class of a request that got no response because its client went away, or whose response the app broke off. */
export const ABORTED = 'Aborted';

/** The error class of what was in progress when the process exited, without an exception of its own. */
export const PROCESS_EXITED = 'ProcessExited';

/** The error class of a process that ended without a word, as by `kill -9`, and of what was in progress then. */
export const PROCESS_VANISHED = 'ProcessVanished';

/** The slim row that every request gets. A page of search results needs only entries. */
export interface Entry {
  readonly seq: Seq;
  /** Time of arrival. A sub-request has the time of its main request. */
  readonly time: Micros;
  readonly status: number;
  /** The client's IP address in canonical form (IPv4-mapped IPv6 as IPv4); empty for a Unix socket. */
  readonly ip: string;
  readonly method: string;
  /** Absolute and redacted. */
  readonly url: string;
  readonly host: string;
  /** The route pattern the framework matched (`/users/:id`); empty if none matched. */
  readonly route: string;
  /** The GraphQL or tRPC operation, or the name of the job; empty if there was none. */
  readonly operation: string;
  /** In microseconds. */
  readonly duration: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly userAgent: string;
  /** W3C trace ID, 32 hex digits; empty if the request had none. */
  readonly trace: string;
  readonly kind: Kind;
  readonly parent: Seq | null;
  /** Class of the error that ended the request (`TypeError`, `Aborted`); empty if there was none. */
  readonly error: string;
  /**
   * What the errors of one cause have in common: the class, the message without its values and the place in the app, such as
   * `TypeError: x is not a function at charge (src/pay.ts)`. Empty if there was no error.
   */
  readonly errorGroup: string;
  readonly client: ClientClass;
  /** The id of the user, as the app gave it; empty if it gave none. */
  readonly user: string;
  readonly tags: readonly string[];
  /** Database and cache queries. A stage of a request has none: they are counted once, for the request. */
  readonly queries: number;
  /** How long at least one query ran, in microseconds. Waiting for a connection is not included. */
  readonly queryTime: number;
  /** The app that recorded it; empty if it has no name. */
  readonly service: string;
  /** The process that recorded it, as `HOST:PID`. */
  readonly instance: string;
  /** Where the app runs, such as `staging`; empty if nothing says it. */
  readonly environment: string;
  /** The version of the app; empty if it is not known. */
  readonly release: string;
  readonly detail: DetailState;
}

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);

/** The fields of an entry in the order of its JSON, each with what its value from a file must be. */
export const FIELDS: Readonly<Record<keyof Entry, (value: unknown) => boolean>> = {
  seq: isNumber,
  time: isNumber,
  status: isNumber,
  ip: isText,
  method: isText,
  url: isText,
  host: isText,
  route: isText,
  operation: isText,
  duration: isNumber,
  requestBytes: isNumber,
  responseBytes: isNumber,
  userAgent: isText,
  trace: isText,
  kind: isOneOf(KINDS),
  parent: (value) => value === null || isNumber(value),
  error: isText,
  errorGroup: isText,
  client: isOneOf(CLIENT_CLASSES),
  user: isText,
  tags: (value) => Array.isArray(value) && value.every(isText),
  queries: isNumber,
  queryTime: isNumber,
  service: isText,
  instance: isText,
  environment: isText,
  release: isText,
  detail: isOneOf(DETAIL_STATES),
};

/** Whether a value from a file has the fields of an entry. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  return Object.entries(FIELDS).every(([name, isValid]) => isValid(entry[name]));
}

/** What the entries of one process have in common. */
export type ProcessInfo = Pick<Entry, 'service' | 'instance' | 'environment' | 'release'>;

export const PROCESS_FIELDS = [
  'service',
  'instance',
  'environment',
  'release',
] as const satisfies readonly (keyof ProcessInfo)[];

export const UNKNOWN_PROCESS: ProcessInfo = { service: '', instance: '', environment: '', release: '' };

/** The order of the listing: newest first, each main request directly above its sub-requests. */
export function compareEntries(a: Pick<Entry, 'time' | 'seq'>, b: Pick<Entry, 'time' | 'seq'>): number {
  return b.time - a.time || a.seq - b.seq;
}

/** Why a profile was dropped: memory limit, byte budget, a full disk, refused by the store, or the book is closed. */
export type DropReason = 'memory' | 'budget' | 'disk' | 'refused' | 'closed' | 'spool';
