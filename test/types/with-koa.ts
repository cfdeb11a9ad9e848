import Koa from 'koa';
import { gatebook } from '../../src/koa.ts';

/** The README example must type-check without a cast. */
export function recordedKoa() {
  const app = new Koa();
  const book = gatebook(app, { storage: 'memory:' });
  app.use((ctx) => {
    ctx.body = 'Hello';
  });
  return { app, book };
}

// @ts-expect-error A bare listener is not a Koa app.
export const refused = () => gatebook((_request: unknown, _response: unknown) => {});
