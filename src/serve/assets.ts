import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { assetFile } from '../package-files.ts';
import { acceptsGzip } from './gzip.ts';
import { createRouter, type PageEnv } from './router.ts';

const CONTENT_TYPES = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'toolbar.js': 'text/javascript; charset=utf-8',
  'toolbar.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

interface Asset {
  readonly contentType: string;
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

export interface Assets {
  readonly files: ReadonlyMap<string, Asset>;
  /** A hash of all files: a URL that contains it can be cached forever. */
  readonly version: string;
}

export function loadAssets(): Assets {
  const files = new Map<string, Asset>();
  const hash = createHash('sha256');
  for (const [name, contentType] of Object.entries(CONTENT_TYPES)) {
    const text = readFileSync(assetFile(name), 'utf8');
    hash.update(text);
    files.set(name, { contentType, text, gzipped: new Uint8Array(gzipSync(text)) });
  }
  return { files, version: hash.digest('hex').slice(0, 8) };
}

/** The grant *assets*: script, style and icon, which are the same for everyone. */
export function createAssetsApp(base: string, assets: Assets): Hono<PageEnv> {
  const app = createRouter<PageEnv>();
  addAssets(app, base, assets);
  return app;
}

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
