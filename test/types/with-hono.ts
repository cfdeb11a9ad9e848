import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { gatebook } from '../../src/hono.ts';

/** What the README shows, as `npm run typecheck` sees it: no cast may be needed. */
export function recordedHono() {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const book = gatebook(app, { storage: 'memory:' });
  app.get('/', (c) => c.text('Hello'));
  return { server: createAdaptorServer(app), book };
}

// @ts-expect-error A bare handler is no Hono app.
export const refused = () => gatebook((_request: Request) => new Response());
