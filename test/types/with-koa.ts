import Koa from 'koa';
import { gatebook } from '../../src/koa.ts';

/** What the README shows, as `npm run typecheck` sees it: no cast may be needed. */
export function recordedKoa() {
  const app = new Koa();
  const book = gatebook(app, { storage: 'memory:' });
  app.use((ctx) => {
    ctx.body = 'Hello';
  });
  return { app, book };
}

// @ts-expect-error A bare listener is no Koa app.
export const refused = () => gatebook((_request: unknown, _response: unknown) => {});
