import type { Span, SpanKind } from '../../profile/profile.ts';
import { isQuery } from '../../profile/query-time.ts';
import { currentScope } from '../context.ts';
import type { Scope, Trail } from '../trail.ts';
import { attempt } from './context.ts';
import { inspectValue } from './logs/inspect-value.ts';

/** The part of an OpenTelemetry SDK span (version 1 or 2) that is read. */
export interface OtelSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code: number; readonly message?: string };
  readonly parentSpanContext?: { readonly spanId: string };
  readonly parentSpanId?: string;
  spanContext(): { readonly spanId: string; readonly traceId?: string };
}

/** The part of an OpenTelemetry context that is read. */
export interface OtelContext {
  getValue(key: symbol): unknown;
}

const SPAN_KEY = Symbol.for('OpenTelemetry Context Key SPAN');
const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;
const CACHES = new Set(['redis', 'valkey', 'memcached']);
const DOCUMENT_STORES = new Set([
  'mongodb',
  'mongoose',
  'couchdb',
  'couchbase',
  'dynamodb',
  'aws.dynamodb',
  'elasticsearch',
]);

/** Other names of a system, such as that of its library. */
const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  mariadb: 'mysql',
  mssql: 'microsoft.sql_server',
  valkey: 'redis',
  mongoose: 'mongodb',
};
/** `pg-pool.connect`, `redis-connect`: what a library does before a query. */
const CONNECT = /(?:connect|connection|acquire)$/i;
const TRACE_ID = /^[0-9a-f]{32}$/;

/** Copies OpenTelemetry spans into the profile of the request they run in. */
export class OtelSpans {
  readonly #copies = new WeakMap<Trail, CopiedSpans>();
  readonly #trails = new WeakMap<object, Trail>();

  start(span: OtelSpan, parentContext?: OtelContext): void {
    const scope = this.#scopeOf(parentContext);
    if (!scope?.trail.isObservedBy('otel')) return;
    const { trail } = scope;
    this.#trails.set(span, trail);
    attempt(trail, () => {
      const copies = this.#copies.get(trail) ?? new CopiedSpans(trail, span);
      this.#copies.set(trail, copies);
      if (isRecordedElsewhere(span, trail) || !trail.hasRoom('spans')) return;
      copies.start(span, scope.span);
    });
  }

  /** The request of the parent span, which OpenTelemetry passes on where a library calls back, or the current one. */
  #scopeOf(parentContext: OtelContext | undefined): Scope | undefined {
    const current = currentScope();
    const parent = typeof parentContext?.getValue === 'function' ? parentContext.getValue(SPAN_KEY) : null;
    const trail = typeof parent === 'object' && parent !== null ? this.#trails.get(parent) : undefined;
    return trail && !trail.ended && trail !== current?.trail ? trail : current;
  }

  end(span: OtelSpan): void {
    const trail = this.#trails.get(span);
    if (!trail || trail.ended) return;
    attempt(trail, () => this.#copies.get(trail)?.end(span));
  }
}

/** The OpenTelemetry spans of one request. */
class CopiedSpans {
  readonly #trail: Trail;
  /** Indexes in the trail by the id of the span. */
  readonly #indexes = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** The spans that have a query inside. */
  readonly #outer = new Set<number>();

  constructor(trail: Trail, first: OtelSpan) {
    this.#trail = trail;
    const { traceId = '', spanId } = first.spanContext();
    if (TRACE_ID.test(traceId)) trail.traceparent = `00-${traceId}-${spanId}-01`;
  }

  start(span: OtelSpan, enclosing: number): void {
    const parent = this.#indexes.get(span.parentSpanContext?.spanId ?? span.parentSpanId ?? '') ?? enclosing;
    const index = this.#trail.startSpan({ kind: 'otel', name: span.name }, parent);
    this.#indexes.set(span.spanContext().spanId, index);
    this.#names.set(index, span.name);
  }

  end(span: OtelSpan): void {
    const index = this.#indexes.get(span.spanContext().spanId);
    if (index === undefined) return;
    const { kind, name, system } = interpret(span);
    if (!QUERY_KINDS.has(kind)) this.#trail.describeSpan(index, kind, name, system);
    else if (this.#outer.has(index) || this.#isSeenByOthers(index, kind, system))
      this.#trail.describeSpan(index, 'otel', span.name, system);
    else {
      this.#trail.describeSpan(index, kind, name, system);
      this.#markOuter(index);
    }
    this.#trail.endSpan(index, {
      status: statusOf(span),
      error: span.status?.code === ERROR ? span.status.message || 'failed' : undefined,
    });
  }

  /** One call of an ORM has a span for itself and one for each query of its driver. Only the innermost are queries. */
  #markOuter(query: number): void {
    const { spans } = this.#trail.items;
    for (let at = spans[query]?.parent ?? null; at !== null; at = spans[at]?.parent ?? null) {
      const [span, name] = [spans[at], this.#names.get(at)];
      if (!span || name === undefined) continue;
      this.#outer.add(at);
      if (isQuery(span)) this.#trail.describeSpan(at, 'otel', name, '');
    }
  }

  /** Whether an instrumentation of ours has recorded the query: one of the same system at the same time. */
  #isSeenByOthers(index: number, kind: SpanKind, system: string): boolean {
    const { spans } = this.#trail.items;
    const from = spans[index]?.at ?? 0;
    return spans.some(
      (other, i) =>
        other.kind === kind && !this.#names.has(i) && isSameSystem(other, system) && endOf(other) > from,
    );
  }
}

const QUERY_KINDS: ReadonlySet<SpanKind> = new Set(['sql', 'document', 'cache']);

function endOf({ at, duration }: Span): number {
  return duration === null ? Number.POSITIVE_INFINITY : at + duration;
}

function isSameSystem({ system = '' }: Span, other: string): boolean {
  return (SYSTEM_NAMES[system] ?? system) === (SYSTEM_NAMES[other] ?? other);
}

/** The request itself, and outgoing requests that the http and fetch instrumentations record. */
function isRecordedElsewhere(span: OtelSpan, trail: Trail): boolean {
  if (span.kind === SERVER) return true;
  if (span.kind !== CLIENT || methodOf(span) === '') return false;
  return trail.isObservedBy('http') && trail.isObservedBy('fetch');
}

function interpret(span: OtelSpan): { kind: SpanKind; name: string; system: string } {
  const system = attribute(span, 'db.system.name', 'db.system');
  if (system !== '') {
    const kind = databaseKind(system);
    // Statements of document stores contain values everywhere, so only the span's name is kept.
    const statement = kind === 'document' ? '' : attribute(span, 'db.query.text', 'db.statement');
    if (statement === '' && CONNECT.test(span.name)) return { kind: 'otel', name: span.name, system };
    return { kind, name: statement || span.name, system };
  }
  const url = attribute(span, 'url.full', 'http.url');
  if (span.kind === CLIENT && url !== '') return { kind: 'http', name: `${methodOf(span)} ${url}`, system };
  return { kind: 'otel', name: span.name, system };
}

function databaseKind(system: string): SpanKind {
  if (CACHES.has(system)) return 'cache';
  return DOCUMENT_STORES.has(system) ? 'document' : 'sql';
}

function methodOf(span: OtelSpan): string {
  return attribute(span, 'http.request.method', 'http.method');
}

function statusOf(span: OtelSpan): number | undefined {
  const status = span.attributes['http.response.status_code'] ?? span.attributes['http.status_code'];
  return typeof status === 'number' ? status : undefined;
}

/** An attribute by its current name in the semantic conventions, or by its old one. */
function attribute({ attributes }: OtelSpan, name: string, oldName: string): string {
  const value = attributes[name] ?? attributes[oldName];
  return value === undefined ? '' : inspectValue(value);
}
