import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Credentials } from './access/credentials.ts';
import { addSecurityHeaders } from './access/security-headers.ts';
import { isEncrypted, saysHttps } from './access/transport.ts';
import { loadAssets } from './assets.ts';
import { LockedPage, UnlockedPage } from './pages/locked-page.tsx';

/** A key is short; a longer body is not read. */
const MAX_BODY_LENGTH = 4096;

export interface LockedAppOptions {
  readonly base: string;
  readonly credentials: Credentials;
}

/** What a browser without the cookie gets: the locked page and the login, if the access check lets it through. */
export function createLockedApp({ base, credentials }: LockedAppOptions): Hono<{ Bindings: HttpBindings }> {
  const site = { base, version: loadAssets().version };
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(addSecurityHeaders);

  function cookieFor({ incoming }: HttpBindings): string {
    // A proxy on this machine may have ended TLS. If its header is forged, only the client's own cookie is affected.
    return credentials.cookie(base, isEncrypted(incoming) || saysHttps(incoming));
  }

  app.post(`${base}/login`, async (c) => {
    const length = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY);
    const key = length <= MAX_BODY_LENGTH ? keyIn(await c.req.text()) : '';
    if (!credentials.isKey(key)) return c.html(<LockedPage {...site} wrongKey />, 401);
    c.header('Set-Cookie', cookieFor(c.env));
    return c.redirect(base, 303);
  });

  // A login link, whose code was checked by the access check.
  app.get(`${base}/login/:code`, (c) => {
    c.header('Set-Cookie', cookieFor(c.env));
    if (c.req.header('sec-fetch-site') !== 'cross-site') return c.redirect(base, 303);
    // Followed in a mail or chat: browsers send a strict cookie only if a page of ours leads on.
    c.header('Refresh', `0; url=${base}`);
    return c.html(<UnlockedPage {...site} />);
  });

  app.notFound((c) => c.html(<LockedPage {...site} />, 401));
  return app;
}

function keyIn(body: string): string {
  return new URLSearchParams(body).get('key')?.trim() ?? '';
}
