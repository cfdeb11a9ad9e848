import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { type HonoApp, honoInternals, recordHono } from './record/adapters/hono.ts';

export type { Gatebook, GatebookOptions };

/**
 * Records every request of a Hono app that `@hono/node-server` serves, and mounts the page at `/_profiler`. Call it
 * before `serve`.
 */
export function gatebook(app: HonoApp, options: GatebookOptions = {}): Gatebook {
  const internals = honoInternals(app);
  const { book, wiring } = createGatebook(options);
  recordHono(internals, wiring);
  return book;
}
