import { type BuiltInContext, subscribe } from './context.ts';
import { SpanMap } from './patching/span-map.ts';

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
