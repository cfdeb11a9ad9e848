import type { Server } from 'node:http';
import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { recordServer } from './record/adapters/node-http.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a node:http or node:https server and mounts the page at `/_profiler`. */
export function gatebook(server: Server, options: GatebookOptions = {}): Gatebook {
  const { book, wiring } = createGatebook(options);
  recordServer(server, wiring);
  return book;
}
