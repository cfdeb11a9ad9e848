import { createRequire } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';

const NOTHING: SpanExporter = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: async () => {},
};

/** Spans for every server of the process while it is on, and none while it is off. */
export function installOpenTelemetry() {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(NOTHING)] });
  provider.register();
  const instrumentation = new HttpInstrumentation();
  // It patches what is required once it is there, not what was imported before.
  createRequire(import.meta.url)('node:http');
  instrumentation.disable();
  return {
    on: () => instrumentation.enable(),
    off: () => instrumentation.disable(),
    settle: () => provider.forceFlush(),
  };
}
