import type { ClientRequest, IncomingMessage } from 'node:http';
import { listen, type Panel } from './panel.ts';
import { shownError } from './shown-value.ts';
import { UnderWay } from './under-way.ts';

interface Told {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly error: unknown;
}

/** Requests that the app makes through node:http and node:https. They end with the last byte of the answer. */
export const httpPanel: Panel = {
  name: 'http',
  start() {
    const requests = new UnderWay();
    return listen({
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
        requests.finish(request, () => ({ error: shownError(error) }));
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
