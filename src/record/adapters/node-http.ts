import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Wiring } from './adapter.ts';

/** A bare server has no error stage of its own: what its handler answers is the one row. */
export function recordServer(server: Server, { recorder, page }: Wiring): void {
  recorder.watch(server);
  const emit = server.emit;
  server.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
    const [request, response] = args;
    if (event === 'request' && request instanceof IncomingMessage && response instanceof ServerResponse) {
      if (page(request, response)) return true;
    }
    return Reflect.apply(emit, this, [event, ...args]);
  };
}
