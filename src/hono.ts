import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { type HonoApp, honoAdapter } from './record/adapters/hono.ts';

export type { Gatebook, GatebookOptions };

/**
 * Records every request of a Hono app on `@hono/node-server` and serves the page at `/_profiler`. Call it before
 * `serve`.
 */
export function gatebook(app: HonoApp, options?: GatebookOptions): Gatebook {
  return attach(honoAdapter, app, options);
}
