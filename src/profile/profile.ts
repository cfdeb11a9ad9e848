import type { Body } from './body.ts';
import type { Entry } from './entry.ts';
import type { Seq } from './token.ts';

/** A recorded header; `null` is a redacted value. */
export type Header = readonly [name: string, value: string | null];

/** An error, or any other value that was thrown. */
export interface Exception {
  /** The class of the error. */
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: Exception | null;
  /** Other fields, such as `code`, `status` and `details`, as JSON. */
  readonly fields?: string;
  /** The errors of an `AggregateError`. */
  readonly errors?: readonly Exception[];
  /** How many more of them there were. */
  readonly moreErrors?: number;
  /** Set if the value that was thrown is not an `Error`. */
  readonly isError?: false;
}

/** When each phase of a request was reached, in microseconds since arrival. Phases that were not observed are absent. */
export interface Phases {
  /** The route handler was called. */
  readonly handler?: number;
  /** The response headers were written. */
  readonly headers?: number;
  readonly finished: number;
}

/** Where a log line was captured. `app` is a call to `log()` by the app. */
export type LogSource = 'console' | 'pino' | 'stdout' | 'stderr' | 'app';

export interface LogLine {
  /** In microseconds since the request arrived. */
  readonly at: number;
  readonly source: LogSource;
  /** The name of the level; empty if the logger has no levels. */
  readonly level: string;
  readonly text: string;
  /** The other fields of a structured log line, as JSON. */
  readonly fields?: string;
}

/**
 * `operation` is one of GraphQL or tRPC, `app` is measured by the app, `sub` is a sub-request, `otel` is any other OpenTelemetry
 * span.
 */
export type SpanKind = 'operation' | 'app' | 'sub' | 'sql' | 'document' | 'cache' | 'http' | 'otel';

/** A timed operation inside a request. */
export interface Span {
  readonly kind: SpanKind;
  /** A name, the fingerprint of a statement, or the method and URL of an outgoing request. */
  readonly name: string;
  /** In microseconds since the request arrived. */
  readonly at: number;
  /** In microseconds; `null` if the span was still open when the request ended. */
  readonly duration: number | null;
  /** The index of the parent span in the list; `null` for a root span. */
  readonly parent: number | null;
  /** The database or cache: `mysql`, `redis`. */
  readonly system?: string;
  /** The name of the database. */
  readonly database?: string;
  /** How long a query waited for a connection before it was sent, in microseconds. Included in the duration. */
  readonly wait?: number;
  /** Rows returned, or changed. */
  readonly rows?: number;
  /** The same for all queries of one transaction, and different from all others of the request. */
  readonly transaction?: number;
  /** The place in the app that made the call, such as `src/orders.js:12:20`. */
  readonly calledFrom?: string;
  /** The response status of an outgoing request. */
  readonly status?: number;
  /** Why it failed. */
  readonly error?: string;
}

export interface Note {
  readonly key: string;
  readonly value: string;
}

/** How many items were dropped because the request reached the limit of their kind. */
export type Omitted = { readonly [kind in 'logs' | 'spans' | 'notes' | 'tags' | 'subRequests']?: number };

/** What was observed while the request was handled. Older books do not have it; empty lists are omitted. */
export interface Activity {
  readonly phases?: Phases;
  readonly logs?: readonly LogLine[];
  readonly spans?: readonly Span[];
  readonly notes?: readonly Note[];
  /** CPU time of the thread during the request, in microseconds. Includes concurrent requests. */
  readonly cpu?: number;
  /** The longest event-loop delay during the request, in microseconds. */
  readonly loopDelay?: number;
  /** The longest time for which this request held the event loop in one go, in microseconds. */
  readonly held?: number;
  /** Another request that held the event loop during this one, and for how long, in microseconds. */
  readonly waitedFor?: { readonly seq: Seq; readonly duration: number };
  /** What ended the request early: its client, or what ended the process (`SIGTERM`, `process exit with code 1`). */
  readonly endedBy?: string;
  readonly omitted?: Omitted;
}

/** The heavy part of a profile. Kept by policy, read only when a profile is opened. */
export interface Detail extends Activity {
  readonly httpVersion: string;
  /** The remote address of the socket; differs from the client IP behind a proxy. */
  readonly socketIp: string;
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
  readonly exception: Exception | null;
  /** Only with the option `bodies`. */
  readonly requestBody?: Body;
  readonly responseBody?: Body;
}

export interface Profile {
  readonly entry: Entry;
  readonly detail: Detail | null;
}

/** An exception, then the errors that it combines, then its causes, each with those of its own. */
export function exceptionsIn(exception: Exception | null): Exception[] {
  if (!exception) return [];
  const { errors = [], cause } = exception;
  return [exception, ...errors.flatMap(exceptionsIn), ...exceptionsIn(cause)];
}

/** Whether a span has an error, or an outgoing request a response that says so. */
export function hasFailed({ error, status = 0 }: Pick<Span, 'error' | 'status'>): boolean {
  return error !== undefined || status >= 400;
}
