import type { Entry } from './entry.ts';

/** A header as it is kept: `null` stands for a value that was withheld. */
export type Header = readonly [name: string, value: string | null];

export interface Exception {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: Exception | null;
}

/** When the steps of a request were reached, in microseconds since it arrived. A step that was not seen is absent. */
export interface Phases {
  /** The handler of its route was entered. */
  readonly handler?: number;
  /** The head of the answer was written. */
  readonly headers?: number;
  readonly finished: number;
}

/** Where a log line was caught. `app` is what the app told Gatebook itself. */
export type LogSource = 'console' | 'pino' | 'stdout' | 'stderr' | 'app';

export interface LogLine {
  /** In microseconds since the request arrived. */
  readonly at: number;
  readonly source: LogSource;
  /** As the logger calls it; empty when it has none. */
  readonly level: string;
  readonly text: string;
  /** What a structured logger wrote besides, as JSON. */
  readonly fields?: string;
}

/** `app` is measured by the app, `sub` a sub-request, `otel` what OpenTelemetry saw that is none of the others. */
export type SpanKind = 'app' | 'sub' | 'sql' | 'document' | 'cache' | 'http' | 'otel';

/** Something that took time while the request was handled. */
export interface Span {
  readonly kind: SpanKind;
  /** A name, a statement without its values, or the method and URL of an outgoing request. */
  readonly name: string;
  /** In microseconds since the request arrived. */
  readonly at: number;
  /** In microseconds; `null` when it was still under way as the request ended. */
  readonly duration: number | null;
  /** Its place in the list of the span it was made in; `null` when it was in none. */
  readonly parent: number | null;
  /** The database or cache it went to: `mysql`, `redis`. */
  readonly system?: string;
  /** The status of the answer to an outgoing request. */
  readonly status?: number;
  /** Why it failed. */
  readonly error?: string;
}

export interface Note {
  readonly key: string;
  readonly value: string;
}

/** What a request may leave only so many of, and how many more there were. */
export type Omitted = { readonly [kind in 'logs' | 'spans' | 'notes' | 'tags' | 'subRequests']?: number };

/** What was seen while the request was handled. Profiles of older books lack it; an empty list is left out. */
export interface Activity {
  readonly phases?: Phases;
  readonly logs?: readonly LogLine[];
  readonly spans?: readonly Span[];
  readonly notes?: readonly Note[];
  readonly tags?: readonly string[];
  /** What its thread computed meanwhile, in microseconds: for it and for whatever else was under way. */
  readonly cpu?: number;
  /** The longest time the event loop was held up meanwhile, in microseconds. */
  readonly loopDelay?: number;
  readonly omitted?: Omitted;
}

/** The heavy part of a profile, kept by policy and read only when a profile is opened. */
export interface Detail extends Activity {
  readonly httpVersion: string;
  /** The address of the socket itself, whatever the client address was derived from. */
  readonly socketIp: string;
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
  readonly exception: Exception | null;
}

export interface Profile {
  readonly entry: Entry;
  readonly detail: Detail | null;
}
