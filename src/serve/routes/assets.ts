import type { Context, Hono } from 'hono';
import type { Assets } from '../assets.ts';
import { acceptsGzip } from '../gzip.ts';
import type { PageEnv } from '../router.ts';

const FOREVER = 'private, max-age=31536000, immutable';
/** For URLs that keep their name when the file changes: no version, or that of another process. */
const ONE_MINUTE = 'private, max-age=60';

/** Serves script, style and icon at `assets/<version>/<name>`, and at `assets/<name>` for the toolbar. */
export function addAssets(app: Hono<PageEnv>, base: string, { files, version }: Assets): void {
  app.get(`${base}/assets/:name`, (c) => send(c, c.req.param('name'), ONE_MINUTE));
  app.get(`${base}/assets/:version/:name`, (c) =>
    send(c, c.req.param('name'), c.req.param('version') === version ? FOREVER : ONE_MINUTE),
  );

  function send(c: Context, name: string, cacheControl: string): Response | Promise<Response> {
    const asset = files.get(name);
    if (!asset) return c.notFound();
    const isGzipped = acceptsGzip(c.req.header('Accept-Encoding'));
    return c.body(isGzipped ? asset.gzipped : asset.text, 200, {
      'Content-Type': asset.contentType,
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
      Vary: 'Accept-Encoding',
      'Cache-Control': cacheControl,
    });
  }
}
