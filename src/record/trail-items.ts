import { MAX_TAGS } from '../pipeline/bound-profile.ts';
import type { Stage } from '../pipeline/draft.ts';
import type { LogLine, Note, Omitted, Span } from '../profile/profile.ts';
import { isQuery } from '../profile/query-time.ts';
import { type CapturedCall, captureCall, locateCall } from './call-site.ts';

/** Limits per request. Anything beyond them is counted as omitted. */
export const MAX = { logs: 500, spans: 500, notes: 100, tags: MAX_TAGS, subRequests: 50 } as const;
/** Queries of a request whose calling line is recorded, and how many of them may have the same statement: the stack takes long. */
const MAX_CALLS = 100;
const MAX_CALLS_OF_STATEMENT = 8;

export type Kind = keyof typeof MAX;

/** A span that starts, `startedAgo` milliseconds before now. */
export interface SpanStart extends Pick<Span, 'kind' | 'name'> {
  readonly system?: string;
  readonly database?: string | undefined;
  readonly transaction?: number | undefined;
  readonly startedAgo?: number;
  /** The stack of the app's call, if the span starts later. */
  readonly call?: CapturedCall | undefined;
}

export interface SpanOutcome {
  readonly status?: number | undefined;
  readonly rows?: number | undefined;
  /** Milliseconds. */
  readonly waited?: number | undefined;
  /** If it was not known when the span started. */
  readonly transaction?: number | undefined;
  readonly error?: string | undefined;
}

export type Writable<T> = { -readonly [key in keyof T]: T[key] };
export type OpenSubRequest = Writable<Stage> & { startedAt: number };
/** What the app says about a request. It becomes part of the entry. */
export interface Labels {
  readonly user: string;
  readonly tags: readonly string[];
  readonly operation: string;
}
/** What a trail collects. */
export interface Items extends Writable<Labels> {
  readonly logs: LogLine[];
  readonly spans: Writable<Span>[];
  /** The stacks of the first queries. */
  readonly calls: Map<Writable<Span>, CapturedCall>;
  /** How many of them each statement has. */
  readonly callCounts: Map<string, number>;
  readonly notes: Note[];
  readonly tags: string[];
  readonly subRequests: OpenSubRequest[];
  readonly omitted: Record<Kind, number>;
}

export function noItems(): Items {
  const omitted = { logs: 0, spans: 0, notes: 0, tags: 0, subRequests: 0 };
  return {
    logs: [],
    spans: [],
    calls: new Map(),
    callCounts: new Map(),
    notes: [],
    tags: [],
    user: '',
    operation: '',
    subRequests: [],
    omitted,
  };
}

export function nonZero(omitted: Record<Kind, number>): Omitted | null {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  return counts.length > 0 ? Object.fromEntries(counts) : null;
}

/**
 * Remembers where a query was called from, unless the request has had many, or many with this statement, or the query is
 * part of a call that is known.
 */
export function addCall(
  { calls, callCounts, spans }: Items,
  span: Writable<Span>,
  call?: CapturedCall,
): void {
  if (calls.size >= MAX_CALLS) return;
  const parent = span.parent === null ? undefined : spans[span.parent];
  // An operation of an ORM, which is asked for in the app, unlike its queries.
  const isOperation = span.kind === 'app' && span.system !== undefined;
  if (!isOperation && (!isQuery(span) || (parent && calls.has(parent)))) return;
  const known = callCounts.get(span.name) ?? 0;
  if (known >= MAX_CALLS_OF_STATEMENT) return;
  callCounts.set(span.name, known + 1);
  calls.set(span, call ?? captureCall());
}

export function locateCalls({ calls, spans }: Items): void {
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
