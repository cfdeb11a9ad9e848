import { type OtelSpan, otelSpanEnds, otelSpanStarts } from './record/instrumentation/otel.ts';

export type { OtelSpan };

/**
 * A span processor for an OpenTelemetry SDK, 1 or 2. Spans that are made while a request is handled are shown in its
 * profile, beside whatever else they are exported to: `new NodeTracerProvider({ spanProcessors: [..., new
 * GatebookSpanProcessor()] })`. It needs nothing of OpenTelemetry itself.
 */
export class GatebookSpanProcessor {
  onStart(span: OtelSpan): void {
    otelSpanStarts(span);
  }

  onEnd(span: OtelSpan): void {
    otelSpanEnds(span);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
