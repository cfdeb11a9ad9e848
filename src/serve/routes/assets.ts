import type { Hono } from 'hono';
import type { Assets } from '../assets.ts';
import { acceptsGzip } from '../gzip.ts';

/** Style, icon and script. Their address carries their version: they are asked for once. */
export function addAssets(app: Hono, base: string, { files }: Assets): void {
  app.get(`${base}/assets/:name`, (c) => {
    const asset = files.get(c.req.param('name'));
    if (!asset) return c.notFound();
    const packs = acceptsGzip(c.req.header('Accept-Encoding'));
    return c.body(packs ? asset.packed : asset.text, 200, {
      'Content-Type': asset.type,
      ...(packs && { 'Content-Encoding': 'gzip' }),
      Vary: 'Accept-Encoding',
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
  });
}
