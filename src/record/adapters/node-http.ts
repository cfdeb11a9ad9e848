import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { intercept } from '../http/interceptor.ts';
import type { Wiring } from './adapter.ts';

/** A bare server, of HTTP/1 or 2, has no error stage of its own: what its handler answers is the one row. */
export function recordServer(server: EventEmitter, wiring: Wiring): void {
  wiring.recorder.watch(server);
  servePage(server, wiring);
}

/** The page comes before whatever else the server does with a request. */
export function servePage(server: EventEmitter, { recorder, page }: Wiring): void {
  intercept(server, {
    request(request: IncomingMessage, response: ServerResponse) {
      if (typeof request?.url !== 'string' || !page(request, response)) return false;
      // Who is let in is forgotten by the request. One of HTTP/2 was known only by its stream so far.
      recorder.recordingOf(request, response);
      return true;
    },
  });
}
