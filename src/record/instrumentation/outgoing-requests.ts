import type { ClientRequest, IncomingMessage } from 'node:http';
import { addListener } from '../http/listeners.ts';
import { type BuiltInContext, subscribe } from './context.ts';
import { SpanMap } from './patching/trace-channel.ts';

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

/** What undici publishes: the copy inside Node and the package alike. */
interface UndiciMessage {
  readonly request: { readonly origin?: unknown; readonly path?: string; readonly method?: string };
  readonly response: { readonly statusCode?: number };
  readonly error: unknown;
}

/** Outgoing requests through fetch or undici. A span ends with the last byte of the response. */
export function observeFetch(context: BuiltInContext): () => void {
  const spans = new SpanMap(context);
  return subscribe({
    'undici:request:create': (message) => {
      const { request } = message as UndiciMessage;
      spans.start(request, {
        kind: 'http',
        name: () => `${request.method} ${request.origin ?? ''}${request.path}`,
      });
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as UndiciMessage;
      spans.end(request, { status: response.statusCode });
    },
    'undici:request:trailers': (message) => spans.end((message as UndiciMessage).request),
    'undici:request:error': (message) => {
      const { request, error } = message as UndiciMessage;
      spans.fail(request, error);
    },
  });
}
