import type { ClientRequest, IncomingMessage } from 'node:http';
import { addListener } from '../http/add-listener.ts';
import { type BuiltInContext, subscribe } from './context.ts';
import { SpanMap } from './patching/span-map.ts';

interface ClientMessage {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly error: unknown;
}

/** Outgoing requests through node:http and node:https. A span ends with the last byte of the response. */
export function observeHttp(context: BuiltInContext): () => void {
  const spans = new SpanMap(context);
  return subscribe({
    'http.client.request.created': (message) => {
      const { request } = message as ClientMessage;
      spans.start(request, { kind: 'http', name: () => `${request.method} ${urlOf(request)}` });
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as ClientMessage;
      if (!spans.has(request)) return;
      const end = () => spans.end(request, { status: response.statusCode });
      end();
      addListener(response, 'close', end);
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as ClientMessage;
      spans.fail(request, error);
    },
  });
}

function urlOf(request: ClientRequest): string {
  // A request through a proxy has an absolute URL as its path.
  if (!request.path.startsWith('/')) return request.path;
  const host = request.getHeader('host');
  return `${request.protocol}//${typeof host === 'string' ? host : request.host}${request.path}`;
}
