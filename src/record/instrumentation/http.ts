import type { ClientRequest, IncomingMessage } from 'node:http';
import { describeError } from './inspect-value.ts';
import { type Instrumentation, subscribe } from './instrumentation.ts';
import { OpenSpans } from './open-spans.ts';

interface Told {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly error: unknown;
}

/** Requests that the app makes through node:http and node:https. They end with the last byte of the answer. */
export const httpInstrumentation: Instrumentation = {
  name: 'http',
  start() {
    const requests = new OpenSpans();
    return subscribe({
      'http.client.request.created': (message) => {
        const { request } = message as Told;
        requests.begin(request, 'http', () => `${request.method} ${urlOf(request)}`);
      },
      'http.client.response.finish': (message) => {
        const { request, response } = message as Told;
        const finish = () => requests.finish(request, () => ({ status: response.statusCode }));
        finish();
        response.once('close', finish);
      },
      'http.client.request.error': (message) => {
        const { request, error } = message as Told;
        requests.finish(request, () => ({ error: describeError(error) }));
      },
    });
  },
};

function urlOf(request: ClientRequest): string {
  // To a proxy the whole URL is asked for.
  if (!request.path.startsWith('/')) return request.path;
  const host = request.getHeader('host');
  return `${request.protocol}//${typeof host === 'string' ? host : request.host}${request.path}`;
}
