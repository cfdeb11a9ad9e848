import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { type NestApp, nestInternals, recordNest } from './record/adapters/nest.ts';

export type { Gatebook, GatebookOptions };

/**
 * Records every request of a Nest app, on Express or on Fastify, and mounts the page at `/_profiler`. Call it before
 * `app.listen`.
 */
export function gatebook(app: NestApp, options: GatebookOptions = {}): Gatebook {
  const internals = nestInternals(app);
  const { book, wiring } = createGatebook(options);
  recordNest(internals, wiring);
  return book;
}
