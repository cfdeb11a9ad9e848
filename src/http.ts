import type { Server } from 'node:http';
import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { nodeServerAdapter } from './record/adapters/node-http.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a node:http or node:https server and serves the page at `/_profiler`. */
export function gatebook(server: Server, options?: GatebookOptions): Gatebook {
  return attach(nodeServerAdapter, server, options);
}
