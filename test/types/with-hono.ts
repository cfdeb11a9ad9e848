import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { gatebook } from '../../src/hono.ts';

/** The README example must type-check without a cast. */
export function recordedHono() {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const book = gatebook(app, { storage: 'memory:' });
  app.get('/', (c) => c.text('Hello'));
  return { server: createAdaptorServer(app), book };
}

// @ts-expect-error A bare handler is not a Hono app.
export const refused = () => gatebook((_request: Request) => new Response());
