import diagnostics_channel from 'node:diagnostics_channel';
import type { Exception } from '../../profile/profile.ts';
import { currentScope, runInScope } from '../context.ts';
import { type LibraryJob, runLibraryJob } from '../job.ts';
import type { LoadMeter } from '../load-meter.ts';
import { recordingOf } from '../recording.ts';
import type { Scope, Trail } from '../trail.ts';
import { markSent, type SpanStart } from '../trail-items.ts';
import type { InstrumentationContext, LogEvent, OpenSpan, SpanResult } from './instrumentation.ts';
import { EchoFilter } from './logs/echo-filter.ts';
import { describeError, inspectValue } from './logs/inspect-value.ts';

/** Operations of a request that have a span. */
const MAX_SPANS = 20;
const MAX_NAME_LENGTH = 100;

/** What the built-in instrumentations use besides the public interface. */
export interface BuiltInContext extends InstrumentationContext {
  /** The current request and span, if this book records the request. */
  current(): Scope | undefined;
  /** The trail of the request that this response answers, if this book records it. */
  trailOf(response: object): Trail | undefined;
  /** Adds an operation to the current request, or with `trail` to that one, from its start on. Returns its span, if it has one. */
  startOperation(name: string, system: string, trail?: Trail): OpenOperation | undefined;
  startSpan(start: SpanStart): QueuedSpan | undefined;
  /** Runs a function as a job of this book. */
  runJob<Result>(job: LibraryJob, run: () => Result): Result;
  readonly echoes: EchoFilter;
  readonly load: LoadMeter;
}

/** The span of a query that a library may queue. */
export interface QueuedSpan extends OpenSpan {
  /** It no longer waits for a connection. */
  sent(): void;
}

export interface OpenOperation extends OpenSpan {
  /** Ends the span with this text, and the request as failed, even if it responds with 200. */
  failRequest(text: string, exception: Exception): void;
}

export function createInstrumentationContext(book: object, load: LoadMeter): BuiltInContext {
  const echoes = new EchoFilter();
  const operations = new Operations();

  function current(): Scope | undefined {
    const scope = currentScope();
    return scope?.trail.belongsTo(book) ? scope : undefined;
  }

  function startSpan({ name, ...start }: SpanStart): QueuedSpan | undefined {
    const scope = current();
    if (!scope?.trail.hasRoom('spans')) return undefined;
    const { trail, span } = scope;
    try {
      const text = typeof name === 'function' ? name() : name;
      return new TrailSpan(trail, trail.startSpan({ ...start, name: text }, span));
    } catch {
      trail.fault();
      return undefined;
    }
  }

  function startOperation(name: string, system: string, trail?: Trail): OpenOperation | undefined {
    const scope = trail ?? current();
    if (!scope) return undefined;
    const index = attempt(scope.trail, () =>
      operations.start(scope, name, system, trail ? Number.POSITIVE_INFINITY : 0),
    );
    return index === undefined ? undefined : new TrailSpan(scope.trail, index);
  }

  function log({ level, text, source = 'app', echo }: LogEvent): void {
    const scope = current();
    if (!scope) return;
    const fits = scope.trail.hasRoom('logs');
    if (fits) attempt(scope.trail, () => scope.trail.log(source, level, text));
    if (!echo) return;
    if (fits) echoes.expect(...echo);
    else echoes.expectAny();
  }

  function note(key: string, value: unknown): void {
    const trail = current()?.trail;
    if (trail?.hasRoom('notes')) attempt(trail, () => trail.note(inspectValue(key), inspectValue(value)));
  }

  return {
    current,
    echoes,
    load,
    startSpan,
    startOperation,
    log,
    note,
    isRecording: () => current() !== undefined,
    runJob: (job, run) => runLibraryJob(book, job, run),
    trailOf(response) {
      const trail = recordingOf(response)?.trail;
      return trail?.belongsTo(book) ? trail : undefined;
    },
  };
}

/** Operations of GraphQL and tRPC: the entry has the first one and how many followed, the detail has a span for each. */
class Operations {
  readonly #ofRequest = new WeakMap<Trail, { readonly first: string; count: number }>();

  /** Returns the index of the span; `undefined` if the operation is only counted. */
  start({ trail, span }: Scope, name: string, system: string, startedAgo: number): number | undefined {
    const text = name.slice(0, MAX_NAME_LENGTH);
    const operations = this.#ofRequest.get(trail) ?? { first: text, count: 0 };
    this.#ofRequest.set(trail, operations);
    operations.count++;
    const { first, count } = operations;
    trail.label('operation', count === 1 ? first : `${first} (+${count - 1})`);
    if (count > MAX_SPANS || !trail.hasRoom('spans')) return undefined;
    return trail.startSpan({ kind: 'operation', name: text, system, startedAgo }, span);
  }
}

class TrailSpan implements OpenOperation, QueuedSpan {
  readonly #trail: Trail;
  readonly #index: number;

  constructor(trail: Trail, index: number) {
    this.#trail = trail;
    this.#index = index;
  }

  end(result: SpanResult = {}): void {
    attempt(this.#trail, () => this.#trail.endSpan(this.#index, result));
  }

  sent(): void {
    markSent(this.#trail.items, this.#index);
  }

  fail(error: unknown): void {
    attempt(this.#trail, () => this.#trail.endSpan(this.#index, { error: describeError(error) }));
  }

  failRequest(text: string, exception: Exception): void {
    this.fail(text);
    attempt(this.#trail, () => this.#trail.failOperation(exception));
  }

  run<Result>(run: () => Result): Result {
    if (this.#trail.ended) return run();
    return runInScope({ trail: this.#trail, span: this.#index }, run);
  }
}

/** Runs code of ours: an exception is counted and never reaches the app. */
export function attempt<Result>(trail: Trail, run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    trail.fault();
    return undefined;
  }
}

type Listener = (message: unknown) => void;

/** Subscribes to diagnostics channels by name; returns a function that unsubscribes. */
export function subscribe(listeners: Readonly<Record<string, Listener>>): () => void {
  for (const [name, listener] of Object.entries(listeners)) diagnostics_channel.subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) diagnostics_channel.unsubscribe(name, listener);
  };
}

/** A channel listener that runs only inside a request of this book, and never throws. */
export function duringRequest<Message>(
  context: BuiltInContext,
  observe: (message: Message, scope: Scope) => void,
): Listener {
  return (message) => {
    const scope = context.current();
    if (scope) attempt(scope.trail, () => observe(message as Message, scope));
  };
}
