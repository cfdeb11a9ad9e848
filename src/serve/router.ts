import { Hono } from 'hono';
import type { PagePath } from './access/page-path.ts';
import { addSecurityHeaders } from './access/security-headers.ts';

/** What every request to a page brings with it. */
export interface PageEnv {
  Bindings: { readonly path: PagePath };
}

/** The routes of one grant. They see the path that access was decided on, not what a URL parser makes of the request. */
export function createRouter<Env extends PageEnv>(): Hono<Env> {
  const router = new Hono<Env>({ getPath: (_request, options) => options?.env?.path ?? '' });
  router.use(addSecurityHeaders);
  // Hono would print the error: a client that ends a request early could fill the log of the app.
  router.onError((_error, c) => c.text('Internal Server Error', 500));
  return router;
}
