import { describeError } from './inspect-value.ts';
import { type Instrumentation, subscribe } from './instrumentation.ts';
import { OpenSpans } from './open-spans.ts';

/** What undici tells of, the one in Node and the one on npm. */
interface Told {
  readonly request: { readonly origin?: unknown; readonly path?: string; readonly method?: string };
  readonly response: { readonly statusCode?: number };
  readonly error: unknown;
}

/** Requests that the app makes through fetch or undici. They end with the last byte of the answer. */
export const fetchInstrumentation: Instrumentation = {
  name: 'fetch',
  start() {
    const requests = new OpenSpans();
    return subscribe({
      'undici:request:create': (message) => {
        const { request } = message as Told;
        requests.begin(request, 'http', () => `${request.method} ${request.origin ?? ''}${request.path}`);
      },
      'undici:request:headers': (message) => {
        const { request, response } = message as Told;
        requests.finish(request, () => ({ status: response.statusCode }));
      },
      'undici:request:trailers': (message) => {
        requests.finish((message as Told).request, () => ({}));
      },
      'undici:request:error': (message) => {
        const { request, error } = message as Told;
        requests.finish(request, () => ({ error: describeError(error) }));
      },
    });
  },
};
