import type { Micros } from './time.ts';
import type { Seq } from './token.ts';

/** `main` is the request as it came, `error` the stage that answered its failure, `sub` a nested handling the app named. */
export const KINDS = ['main', 'error', 'sub'] as const;
export type Kind = (typeof KINDS)[number];
export const KIND_NAMES = {
  main: 'request',
  error: 'error stage',
  sub: 'sub-request',
} as const satisfies Record<Kind, string>;

export const CLIENT_CLASSES = ['browser', 'bot', 'tool', 'scanner', 'unknown'] as const;
export type ClientClass = (typeof CLIENT_CLASSES)[number];

/** Whether a profile's detail is in the book, and if not, why not. */
export const DETAIL_STATES = ['kept', 'off', 'policy', 'budget'] as const;
export type DetailState = (typeof DETAIL_STATES)[number];

/** What is recorded as the status of a request whose client left before any answer was sent. */
export const STATUS_ABORTED = 499;

/** The slim row every request gets, always. A page of the search is made of entries alone. */
export interface Entry {
  readonly seq: Seq;
  /** Arrival. A sub-request carries its main request's. */
  readonly time: Micros;
  readonly status: number;
  /** The client's address in canonical text, IPv4-mapped IPv6 folded to IPv4; empty on a local socket. */
  readonly ip: string;
  readonly method: string;
  /** Absolute and redacted. */
  readonly url: string;
  readonly host: string;
  /** The pattern the framework matched (`/users/:id`); empty when unrouted. */
  readonly route: string;
  /** In microseconds. */
  readonly duration: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly userAgent: string;
  /** W3C trace id, 32 hex digits; empty when the request carried none. */
  readonly trace: string;
  readonly kind: Kind;
  readonly parent: Seq | null;
  /** Class of the error that ended it (`TypeError`, `Aborted`); empty when none did. */
  readonly error: string;
  readonly client: ClientClass;
  readonly detail: DetailState;
}

/** The listing's order: newest first, and a main request right above its own sub-requests. */
export function compareEntries(a: Pick<Entry, 'time' | 'seq'>, b: Pick<Entry, 'time' | 'seq'>): number {
  return b.time - a.time || a.seq - b.seq;
}
