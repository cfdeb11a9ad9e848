import { isSameOrigin } from '../../net/loopback.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Routes } from './site.ts';

/** Locks the page in this browser. On this machine, the redirect shows the locked page. */
export function addLogout({ app, base }: Routes, credentials: Credentials): void {
  app.post(`${base}/logout`, (c) => {
    const headers = c.req.header();
    const { 'sec-fetch-site': fetchSite = 'same-origin' } = headers;
    if (fetchSite !== 'same-origin' || !isSameOrigin(headers, new URL(c.req.url).host))
      return c.text('Forbidden', 403);
    // The browser may have both, if the page was opened with and without TLS.
    for (const isSecure of [false, true])
      c.header('Set-Cookie', credentials.expiredCookie(base, isSecure), { append: true });
    return c.redirect(base, 303);
  });
}
