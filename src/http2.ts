import type { Http2SecureServer, Http2Server } from 'node:http2';
import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { recordServer } from './record/adapters/node-http.ts';

export type { Gatebook, GatebookOptions };

/** Records every request of a node:http2 server, its HTTP/1 ones too, and mounts the page at `/_profiler`. */
export function gatebook(server: Http2Server | Http2SecureServer, options: GatebookOptions = {}): Gatebook {
  const { book, wiring } = createGatebook(options);
  recordServer(server, wiring);
  return book;
}
