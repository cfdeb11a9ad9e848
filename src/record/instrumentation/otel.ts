import type { SpanKind } from '../../profile/profile.ts';
import { currentScope } from '../context.ts';
import type { Trail } from '../trail.ts';
import { attempt } from './context.ts';
import { inspectValue } from './inspect-value.ts';

/** The part of an OpenTelemetry SDK span (version 1 or 2) that is read. */
export interface OtelSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code: number; readonly message?: string };
  readonly parentSpanContext?: { readonly spanId: string };
  readonly parentSpanId?: string;
  spanContext(): { readonly spanId: string };
}

const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;
const CACHES = new Set(['redis', 'valkey', 'memcached']);
const DOCUMENT_STORES = new Set([
  'mongodb',
  'couchdb',
  'couchbase',
  'dynamodb',
  'aws.dynamodb',
  'elasticsearch',
]);

/** Spans reach it through a `GatebookSpanProcessor`, so there is nothing to start. */
export const otelInstrumentation = { name: 'otel', start: () => () => {} };

/** Copies OpenTelemetry spans into the profile of the request they run in. */
export class OtelSpans {
  /** Indexes in the trail by OpenTelemetry span id, to find the parents of later spans. */
  readonly #indexes = new WeakMap<Trail, Map<string, number>>();
  readonly #trails = new WeakMap<OtelSpan, Trail>();

  start(span: OtelSpan): void {
    const scope = currentScope();
    if (!scope?.trail.isObservedBy('otel')) return;
    const { trail } = scope;
    attempt(trail, () => {
      if (isRecordedElsewhere(span, trail) || !trail.hasRoom('spans')) return;
      const indexes = this.#indexes.get(trail) ?? new Map<string, number>();
      this.#indexes.set(trail, indexes);
      const parent = indexes.get(span.parentSpanContext?.spanId ?? span.parentSpanId ?? '') ?? scope.span;
      indexes.set(span.spanContext().spanId, trail.startSpan({ kind: 'otel', name: span.name }, parent));
      this.#trails.set(span, trail);
    });
  }

  end(span: OtelSpan): void {
    const trail = this.#trails.get(span);
    if (!trail || trail.ended) return;
    attempt(trail, () => {
      const index = this.#indexes.get(trail)?.get(span.spanContext().spanId);
      if (index === undefined) return;
      const { kind, name, system } = interpret(span);
      trail.describeSpan(index, kind, name, system);
      trail.endSpan(index, {
        status: statusOf(span),
        error: span.status?.code === ERROR ? span.status.message || 'failed' : undefined,
      });
    });
  }
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
