import type { Stage } from '../pipeline/draft/draft.ts';
import type { Activity, Exception, LogLine, Note, Omitted, Span } from '../profile/profile.ts';
import { isQuery } from '../profile/query-time.ts';
import { MAX_TAGS } from '../redact/profile/bound-profile.ts';
import { type CapturedCall, captureCall, locateCall } from './call-site.ts';
import { micros } from './clock.ts';
import type { SpanStart as PublicSpanStart, SpanResult } from './instrumentation/instrumentation.ts';
import type { LoadMeter } from './load-meter.ts';

/** Limits per request. Anything beyond them is counted as omitted. */
export const MAX = { logs: 500, spans: 500, notes: 100, tags: MAX_TAGS, subRequests: 50 } as const;
/** Limits of calling lines, for each request and for each statement or URL: a stack takes long. */
const MAX_CALLS = 100;
const MAX_CALLS_OF_STATEMENT = 8;

/** The duration of a sub-request that has not ended. */
export const UNFINISHED = -1;

export type Kind = keyof typeof MAX;

/** What the built-in instrumentations pass when a span starts. */
export interface SpanStart extends Omit<PublicSpanStart, 'database'> {
  /** Ignored unless it is a text, so that a field of a library can be passed as it is. */
  readonly database?: unknown;
  /** The stack of the app's call, if the span starts later. */
  readonly call?: CapturedCall | undefined;
  /** The stack of the call that asked for its connection. After it, an ORM may no longer know who called it. */
  readonly connectCall?: CapturedCall | undefined;
  /** It waits for a connection until it is sent. */
  readonly isQueued?: boolean;
}

export interface SpanOutcome extends SpanResult {
  /** If it was not known when the span started. */
  readonly transaction?: number | undefined;
  readonly error?: string | undefined;
}

export type Writable<T> = { -readonly [key in keyof T]: T[key] };
export type OpenSubRequest = Writable<Stage> & { startedAt: number };
export interface Items {
  user: string;
  operation: string;
  /** Empty unless the app has set it itself. */
  route: string;
  /** The trace of an OpenTelemetry SDK, as in the header. */
  traceparent: string;
  readonly logs: LogLine[];
  readonly spans: Writable<Span>[];
  /** The stacks of the first queries and outgoing requests. */
  readonly calls: Map<Writable<Span>, CapturedCall>;
  /** Queries that wait for a connection. */
  readonly queued: Set<Readonly<Span>>;
  /** How many stacks each statement or URL has. */
  readonly callCounts: Map<string, number>;
  readonly notes: Note[];
  readonly tags: string[];
  readonly subRequests: OpenSubRequest[];
  readonly omitted: Record<Kind, number>;
  /** The first error that was logged: later ones may be its consequences. */
  loggedError: unknown;
  /** The exception of the first GraphQL operation that failed. */
  failedOperation: Exception | null;
}

/** Everything a trail collected. */
export interface TrailEnd {
  readonly items: Readonly<Items>;
  /** The first error the app reported. */
  readonly reported: Exception | null;
  /** Items, phases and load, for the detail. Call it when the request ends. It takes time, so only details that are kept have it. */
  activity(): Activity;
}

export function noItems(): Items {
  const omitted = { logs: 0, spans: 0, notes: 0, tags: 0, subRequests: 0 };
  return {
    logs: [],
    spans: [],
    calls: new Map(),
    queued: new Set(),
    callCounts: new Map(),
    notes: [],
    tags: [],
    user: '',
    operation: '',
    route: '',
    traceparent: '',
    subRequests: [],
    omitted,
    loggedError: null,
    failedOperation: null,
  };
}

/** What a trail without items has collected. */
export const NO_ITEMS: Readonly<Items> = noItems();
export const EMPTY_END: TrailEnd = { items: NO_ITEMS, reported: null, activity: () => ({}) };

/** Sub-requests that have not ended end with their request. */
export function endSubRequests({ subRequests }: Items, endedAt: number): void {
  for (const subRequest of subRequests)
    if (subRequest.duration === UNFINISHED) subRequest.duration = micros(endedAt - subRequest.startedAt);
}

/** The query of this span no longer waits for a connection. */
export function markSent({ queued, spans }: Items, index: number): void {
  const span = spans[index];
  if (span) queued.delete(span);
}

/** Adds items to the activity, and to spans their calling lines and the wait of those that were never sent. */
export function addItems(activity: Writable<Activity>, items: Items): void {
  locateCalls(items);
  for (const span of items.queued as Set<Writable<Span>>)
    if (span.duration === null) span.wait = Math.max(0, (activity.phases?.finished ?? 0) - span.at);
  if (items.logs.length > 0) activity.logs = items.logs;
  if (items.spans.length > 0) activity.spans = items.spans;
  if (items.notes.length > 0) activity.notes = items.notes;
  const omitted = nonZero(items.omitted);
  if (omitted) activity.omitted = omitted;
}

function nonZero(omitted: Record<Kind, number>): Omitted | null {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  return counts.length > 0 ? Object.fromEntries(counts) : null;
}

/** Remembers that a query waits, and the stack of a query or outgoing request, within limits. One inside of a known call needs none. */
export function addCall(
  { calls, callCounts, queued, spans }: Items,
  span: Writable<Span>,
  { call, connectCall, isQueued }: Pick<SpanStart, 'call' | 'connectCall' | 'isQueued'>,
): void {
  if (isQueued) queued.add(span);
  if (calls.size >= MAX_CALLS) return;
  const parent = span.parent === null ? undefined : spans[span.parent];
  // An operation of an ORM, which is asked for in the app, unlike its queries.
  const isOperation = span.kind === 'app' && span.system !== undefined;
  const isCall = isQuery(span) || span.kind === 'http';
  if (!isOperation && (!isCall || (parent && calls.has(parent)))) return;
  const known = callCounts.get(span.name) ?? 0;
  if (known >= MAX_CALLS_OF_STATEMENT) return;
  callCounts.set(span.name, known + 1);
  const captured = call ?? captureCall();
  if (connectCall) captured.before = connectCall;
  calls.set(span, captured);
}

function locateCalls({ calls, spans }: Items): void {
  for (const [span, call] of calls) {
    const place = locateCall(call);
    if (place !== '') span.calledFrom = place;
  }
  for (const span of spans) {
    if (span.parent === null || span.calledFrom !== undefined || !isQuery(span)) continue;
    const place = spans[span.parent]?.calledFrom;
    if (place !== undefined) span.calledFrom = place;
  }
}

const MAX_TEXT = 16_777_216;

/** Limits the text that all unfinished requests of a book hold together, in characters. */
export class TextBudget {
  #used = 0;

  get isUsedUp(): boolean {
    return this.#used >= MAX_TEXT;
  }

  use(size: number): void {
    this.#used += size;
  }

  release(size: number): void {
    this.#used -= size;
  }
}

/** What all trails of one book share. */
export interface TrailSettings {
  readonly load: LoadMeter;
  readonly text: TextBudget;
  readonly instrumentations: ReadonlySet<string>;
}
