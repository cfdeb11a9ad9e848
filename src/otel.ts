import { type OtelSpan, OtelSpans } from './record/instrumentation/otel.ts';

export type { OtelSpan };

/**
 * A span processor for the OpenTelemetry SDK, version 1 or 2: spans that start while a request is handled appear in its
 * profile. Other processors and exporters are not affected. It does not import OpenTelemetry.
 *
 * @example
 * new NodeTracerProvider({ spanProcessors: [new GatebookSpanProcessor()] })
 */
export class GatebookSpanProcessor {
  readonly #spans = new OtelSpans();

  onStart(span: OtelSpan): void {
    this.#spans.start(span);
  }

  onEnd(span: OtelSpan): void {
    this.#spans.end(span);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
