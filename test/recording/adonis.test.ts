import diagnostics_channel from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { entriesOf, requestDetail, serversOfTest } from '../support/recorded-server.ts';

const { startServer } = serversOfTest();

const httpRequest = diagnostics_channel.tracingChannel<object>('adonisjs.http.request');
const routeHandler = diagnostics_channel.tracingChannel<object>('adonisjs.http.route.handler');
const exceptionHandler = diagnostics_channel.tracingChannel<object>('adonisjs.http.exception.handler');

/** Publishes what AdonisJS 7 does while it handles a request. The guest tests run AdonisJS itself. */
function handleLikeAdonis(
  request: IncomingMessage,
  handler: (() => Promise<void>) | null,
  respond: () => void,
) {
  const route = handler ? { pattern: '/users/:id' } : undefined;
  const ctx = { request: { request }, route };
  return httpRequest.tracePromise(
    async () => {
      try {
        if (!handler) throw new Error('Cannot GET');
        await routeHandler.tracePromise(handler, { route });
      } catch {
        await exceptionHandler.tracePromise(async () => respond());
      }
    },
    { ctx },
  );
}

test('records routes and exceptions that AdonisJS publishes', async () => {
  const running = await startServer((request, response) => {
    const handlers: Record<string, () => Promise<void>> = {
      '/users/7': async () => {},
      '/users/8': async () => {
        throw new TypeError('broken');
      },
    };
    const status = handlers[request.url ?? ''] ? 500 : 404;
    return handleLikeAdonis(request, handlers[request.url ?? ''] ?? null, () => {
      response.statusCode = status;
    });
  });
  for (const path of ['/users/7', '/users/8', '/none']) await requestDetail(running, path);
  const rows = await Promise.all(['/users/7', '/users/8', '/none'].map((path) => entriesOf(running, path)));
  expect(
    rows.flat().map(({ kind, status, route, error }) => [kind, status, route || '-', error || '-'].join(' ')),
  ).toEqual([
    'main 200 /users/:id -',
    'main 500 /users/:id TypeError',
    'error 500 /users/:id TypeError',
    'main 404 - -',
    'error 404 - -',
  ]);
});
