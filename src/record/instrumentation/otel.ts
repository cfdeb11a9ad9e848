import type { SpanKind } from '../../profile/profile.ts';
import { currentScope } from '../context.ts';
import type { Trail } from '../trail.ts';
import { inspectValue } from './inspect-value.ts';
import type { Instrumentation } from './instrumentation.ts';
import { isRunning } from './running.ts';

/** What is used of a span of OpenTelemetry's SDK, 1 or 2. */
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

let on = false;
/** The places of the spans of a trail, by their ids, for those that are made in them. */
const places = new WeakMap<Trail, Map<string, number>>();
const trails = new WeakMap<OtelSpan, Trail>();

/** Spans of an OpenTelemetry SDK that has a `GatebookSpanProcessor`. */
export const otelInstrumentation: Instrumentation = {
  name: 'otel',
  start() {
    on = true;
    return () => {
      on = false;
    };
  },
};

export function otelSpanStarts(span: OtelSpan): void {
  const scope = on ? currentScope() : undefined;
  if (!scope) return;
  const { trail } = scope;
  try {
    if (isSeenOtherwise(span) || !trail.hasRoom('spans')) return;
    const known = places.get(trail) ?? new Map<string, number>();
    places.set(trail, known);
    const parent = known.get(span.parentSpanContext?.spanId ?? span.parentSpanId ?? '') ?? scope.span;
    known.set(span.spanContext().spanId, trail.begin('otel', span.name, parent));
    trails.set(span, trail);
  } catch {
    trail.fault();
  }
}

export function otelSpanEnds(span: OtelSpan): void {
  const trail = trails.get(span);
  if (!trail || trail.ended) return;
  try {
    const place = places.get(trail)?.get(span.spanContext().spanId);
    if (place === undefined) return;
    const { kind, name, system } = meaningOf(span);
    trail.rename(place, kind, name, system);
    trail.finish(place, {
      status: statusOf(span),
      error: span.status?.code === ERROR ? span.status.message || 'failed' : undefined,
    });
  } catch {
    trail.fault();
  }
}

/** The request itself, and outgoing ones while another panel looks at those. */
function isSeenOtherwise(span: OtelSpan): boolean {
  if (span.kind === SERVER) return true;
  return span.kind === CLIENT && methodOf(span) !== '' && isRunning('http') && isRunning('fetch');
}

function meaningOf(span: OtelSpan): { kind: SpanKind; name: string; system: string } {
  const system = attribute(span, 'db.system.name', 'db.system');
  if (system !== '') {
    const kind = storeKind(system);
    // What is asked of a document store has its values all over.
    const statement = kind === 'document' ? '' : attribute(span, 'db.query.text', 'db.statement');
    return { kind, name: statement || span.name, system };
  }
  const url = attribute(span, 'url.full', 'http.url');
  if (span.kind === CLIENT && url !== '') return { kind: 'http', name: `${methodOf(span)} ${url}`, system };
  return { kind: 'otel', name: span.name, system };
}

function storeKind(system: string): SpanKind {
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

/** An attribute by its name of today, or by its former one. */
function attribute({ attributes }: OtelSpan, name: string, former: string): string {
  const value = attributes[name] ?? attributes[former];
  return value === undefined ? '' : inspectValue(value);
}
