import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { type ExpressApp, expressInternals, recordExpress } from './record/adapters/express.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of an Express app (4 or 5) and mounts the page at `/_profiler`. */
export function gatebook(app: ExpressApp, options: GatebookOptions = {}): Gatebook {
  const internals = expressInternals(app);
  const { book, wiring } = createGatebook(options);
  recordExpress(internals, wiring);
  return book;
}
