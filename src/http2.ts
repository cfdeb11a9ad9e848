import type { Http2SecureServer, Http2Server } from 'node:http2';
import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { nodeServerAdapter } from './record/adapters/node-http.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a node:http2 server, those of HTTP/1 included, and serves the page at `/_profiler`. */
export function gatebook(server: Http2Server | Http2SecureServer, options?: GatebookOptions): Gatebook {
  return attach(nodeServerAdapter, server, options);
}
