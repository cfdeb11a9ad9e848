import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Credentials, Proof } from './access/credentials.ts';
import { isEncrypted, saysHttps } from './access/transport.ts';
import { LockedPage, UnlockedPage } from './pages/locked-page.tsx';
import { createRouter, type PageEnv } from './router.ts';

/** A key is short; a longer body is not read. */
const MAX_BODY_LENGTH = 4096;

export interface LoginAppOptions {
  readonly base: string;
  readonly credentials: Credentials;
  /** The version of the assets. */
  readonly version: string;
}

/** A request to log in, or for the locked page. */
export interface Visit {
  /** Set if the request is a login link that was valid until now. */
  readonly proof: Proof | null;
  /** The id of this visit of the locked page, which its form sends back; empty if it is not recorded. */
  readonly id: string;
  /** Called after a login, with the id of the visit that it came from. */
  onLogin(from: string): void;
}

interface LoginEnv extends PageEnv {
  Bindings: PageEnv['Bindings'] & HttpBindings & { readonly visit: Visit };
}

/** The grant *login*: the locked page and the ways to unlock it. Without a proof there is no cookie. */
export function createLoginApp({ base, credentials, version }: LoginAppOptions): Hono<LoginEnv> {
  const site = { base, version };
  const app = createRouter<LoginEnv>();

  function cookieFor(proof: Proof, { incoming }: HttpBindings): string {
    // A proxy on this machine may have ended TLS. If its header is forged, only the client's own cookie is affected.
    return credentials.cookie(proof, base, isEncrypted(incoming) || saysHttps(incoming));
  }

  app.post(`${base}/login`, async (c) => {
    const { visit } = c.env;
    const length = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY);
    const form = new URLSearchParams(length <= MAX_BODY_LENGTH ? await c.req.text() : '');
    const proof = credentials.checkKey(form.get('key')?.trim() ?? '');
    if (!proof) return c.html(<LockedPage {...site} visit={visit.id} wrongKey />, 401);
    visit.onLogin(form.get('visit') ?? '');
    c.header('Set-Cookie', cookieFor(proof, c.env));
    return c.redirect(base, 303);
  });

  app.get(`${base}/login/:code/:token?`, (c) => {
    const { proof } = c.env.visit;
    if (!proof) return c.notFound();
    const { token } = c.req.param();
    const target = token === undefined ? base : `${base}/${token}`;
    c.header('Set-Cookie', cookieFor(proof, c.env));
    if (c.req.header('sec-fetch-site') !== 'cross-site') return c.redirect(target, 303);
    // Followed in a mail or chat: browsers send a strict cookie only if a page of ours leads on.
    c.header('Refresh', `0; url=${target}`);
    return c.html(<UnlockedPage {...site} target={target} />);
  });

  app.notFound((c) => c.html(<LockedPage {...site} visit={c.env.visit.id} />, 401));
  return app;
}
