import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { type KoaApp, koaInternals, recordKoa } from './record/adapters/koa.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a Koa app (2 or 3) and mounts the page at `/_profiler`. Call it before `app.use`. */
export function gatebook(app: KoaApp, options: GatebookOptions = {}): Gatebook {
  const internals = koaInternals(app);
  const { book, wiring } = createGatebook(options);
  recordKoa(internals, wiring);
  return book;
}
