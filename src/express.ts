import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { type ExpressApp, expressAdapter } from './record/adapters/express.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of an Express 4 or 5 app and serves the page at `/_profiler`. */
export function gatebook(app: ExpressApp, options?: GatebookOptions): Gatebook {
  return attach(expressAdapter, app, options);
}
