import type { LogSource, SpanKind } from '../../profile/profile.ts';

/**
 * Code that observes a library, or Node itself, and adds what it sees to the profile of the current request.
 *
 * @example
 * const queueClient: Instrumentation = {
 *   name: 'queue-client',
 *   start({ startSpan }) {
 *     const { publish } = Client.prototype;
 *     Client.prototype.publish = async function (topic, message) {
 *       const span = startSpan({ kind: 'app', name: `publish ${topic}`, system: 'queue' });
 *       try {
 *         const result = await publish.call(this, topic, message);
 *         span?.end();
 *         return result;
 *       } catch (error) {
 *         span?.fail(error);
 *         throw error;
 *       }
 *     };
 *     return () => {
 *       Client.prototype.publish = publish;
 *     };
 *   },
 * };
 */
export interface Instrumentation {
  /** Unique within a book. */
  readonly name: string;
  /**
   * Called once when the book starts. Returns a function that undoes whatever it changed, called when the book closes.
   * An exception from either is counted in `stats().faults` and never reaches the app.
   */
  start(context: InstrumentationContext): () => void;
}

/**
 * How an instrumentation reports what it observes. Everything goes to the request that the running code belongs to;
 * outside of a request, or in a request that another book records, these functions do nothing. They never throw.
 * They do not depend on `this`, so they can be destructured.
 */
export interface InstrumentationContext {
  /** Whether the running code belongs to a request that this book records. */
  isRecording(): boolean;
  /** Starts a span inside the current one. Returns `undefined` outside of a request and when the request has 500 spans. */
  startSpan(start: SpanStart): OpenSpan | undefined;
  /** Adds a log line. */
  log(line: LogEvent): void;
  /** Adds a note: a key and a value of any type. The value is withheld if the key looks like that of a secret. */
  note(key: string, value: unknown): void;
}

/** One timed operation. */
export interface SpanStart {
  /** `sql`, `document` (database), `cache`, `http` (outgoing request), or `app` for anything else. */
  readonly kind: SpanKind;
  /**
   * A SQL statement, a cache command, `METHOD URL`, or a name. Values inside SQL and commands are removed before it is
   * stored. A function is only called when the span is recorded.
   */
  readonly name: string | (() => string);
  /** The database or service, such as `postgresql`. */
  readonly system?: string;
  /** The name of the database. */
  readonly database?: string | undefined;
  /** A number that all queries of a transaction share. */
  readonly transaction?: number | undefined;
  /** Milliseconds since the operation started, if that was before this call. */
  readonly startedAgo?: number;
}

/** A span that has started. Safe to end from another request's context, after the request, or never. */
export interface OpenSpan {
  /** Ends the span now. Call it again to move the end. */
  end(outcome?: SpanResult): void;
  /** Ends the span now, as failed. */
  fail(error: unknown): void;
  /** Runs a function inside the span: spans that start in it become its children. */
  run<Result>(run: () => Result): Result;
}

/** What is known of an operation that has succeeded. */
export interface SpanResult {
  /** The response status of an outgoing request. */
  readonly status?: number | undefined;
  /** Rows returned, or changed. */
  readonly rows?: number | undefined;
  /** Milliseconds that it waited for a connection. */
  readonly waited?: number | undefined;
}

export interface LogEvent {
  /** As the logger names it: `info`, `warn`. */
  readonly level: string;
  readonly text: string;
  /** @default 'app' */
  readonly source?: LogSource;
  /**
   * Set this if the logger is about to write the line to stdout or stderr, so that it is not recorded twice: texts that
   * the written line contains.
   */
  readonly echo?: readonly string[];
}
