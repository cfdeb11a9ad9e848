import type { Stage } from '../pipeline/draft.ts';
import type { LogLine, Note, Omitted, Span, SpanKind } from '../profile/profile.ts';
import { type CapturedCall, captureCall } from './call-site.ts';

/** Limits per request. Anything beyond them is counted as omitted. */
export const MAX = { logs: 500, spans: 500, notes: 100, tags: 50, subRequests: 50 } as const;
/** Queries of a request whose calling line is recorded. */
const MAX_CALLS = 100;
const QUERY_KINDS: ReadonlySet<SpanKind> = new Set(['sql', 'document', 'cache']);

export type Kind = keyof typeof MAX;

/** A span that starts, `startedAgo` milliseconds before now. */
export interface SpanStart extends Pick<Span, 'kind' | 'name'> {
  readonly system?: string;
  readonly database?: string | undefined;
  readonly transaction?: number | undefined;
  readonly startedAgo?: number;
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
/** What a trail collects. */
export interface Items {
  readonly logs: LogLine[];
  readonly spans: Writable<Span>[];
  /** The stacks of the first queries. */
  readonly calls: Map<Writable<Span>, CapturedCall>;
  readonly notes: Note[];
  readonly tags: string[];
  readonly subRequests: OpenSubRequest[];
  readonly omitted: Record<Kind, number>;
}

export function noItems(): Items {
  const omitted = { logs: 0, spans: 0, notes: 0, tags: 0, subRequests: 0 };
  return { logs: [], spans: [], calls: new Map(), notes: [], tags: [], subRequests: [], omitted };
}

export function nonZero(omitted: Record<Kind, number>): Omitted | null {
  const counts = Object.entries(omitted).filter(([, count]) => count > 0);
  return counts.length > 0 ? Object.fromEntries(counts) : null;
}

/** Remembers where a query was called from, unless the request has had many. */
export function addCall({ calls }: Items, span: Writable<Span>): void {
  if (QUERY_KINDS.has(span.kind) && calls.size < MAX_CALLS) calls.set(span, captureCall());
}
