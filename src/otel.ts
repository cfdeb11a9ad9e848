import { type OtelContext, type OtelSpan, OtelSpans } from './record/instrumentation/otel.ts';

export type { OtelContext, OtelSpan };

/**
 * A span processor for the OpenTelemetry SDK, version 1 or 2: spans that start while a request is handled appear in its
 * profile, which gets the id of their trace. Other processors and exporters are not affected. It does not import OpenTelemetry.
 *
 * @example
 * new NodeSDK({
 *   spanProcessors: [new GatebookSpanProcessor()],
 *   instrumentations: [getNodeAutoInstrumentations()],
 * }).start();
 */
export class GatebookSpanProcessor {
  readonly #spans = new OtelSpans();

  onStart(span: OtelSpan, parentContext?: OtelContext): void {
    this.#spans.start(span, parentContext);
  }

  onEnd(span: OtelSpan): void {
    this.#spans.end(span);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
