import type { Hono } from 'hono';
import type { Assets } from './assets.ts';
import { createRouter, type PageEnv } from './router.ts';
import { addAssets } from './routes/assets.ts';

/** The grant *assets*: script, style and icon, which are the same for everyone. */
export function createAssetsApp(base: string, assets: Assets): Hono<PageEnv> {
  const app = createRouter<PageEnv>();
  addAssets(app, base, assets);
  return app;
}
