import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { type NestApp, nestAdapter } from './record/adapters/nest.ts';

export type { Gatebook, GatebookOptions };

/**
 * Records every request of a NestJS app, on Express or Fastify, and serves the page at `/_profiler`. Call it before
 * `app.listen`.
 */
export function gatebook(app: NestApp, options?: GatebookOptions): Gatebook {
  return attach(nestAdapter, app, options);
}
