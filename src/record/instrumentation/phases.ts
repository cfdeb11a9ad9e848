import { ServerResponse } from 'node:http';
import type { BuiltInContext } from './context.ts';
import { observeMethod } from './patching/observe-method.ts';

/** Notes when response headers are written. Every way to send them goes through `writeHead`. */
export const phasesInstrumentation = {
  name: 'phases',
  start(context: BuiltInContext): () => void {
    return observeMethod(ServerResponse.prototype, 'writeHead', (response) => {
      context.trailOf(response as ServerResponse)?.headersSent();
    });
  },
};
