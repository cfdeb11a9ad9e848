import { createRequire } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';

const NO_EXPORT: SpanExporter = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: async () => {},
};

/** Creates spans for every server of the process while it is on. */
export function installOpenTelemetry() {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(NO_EXPORT)] });
  provider.register();
  const instrumentation = new HttpInstrumentation();
  // It only patches modules that are required after it was created.
  createRequire(import.meta.url)('node:http');
  instrumentation.disable();
  return {
    on: () => instrumentation.enable(),
    off: () => instrumentation.disable(),
    settle: () => provider.forceFlush(),
  };
}
