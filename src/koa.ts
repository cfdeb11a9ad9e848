import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { type KoaApp, koaAdapter } from './record/adapters/koa.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a Koa 2 or 3 app and serves the page at `/_profiler`. Call it before `app.use`. */
export function gatebook(app: KoaApp, options?: GatebookOptions): Gatebook {
  return attach(koaAdapter, app, options);
}
