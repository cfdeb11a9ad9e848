import { createSecureServer, createServer } from 'node:http2';
import { gatebook } from '../../src/http2.ts';

/** Both kinds of server must type-check without a cast. */
export function recordedHttp2() {
  const server = createServer((_request, response) => response.end('Hello'));
  return { server, book: gatebook(server, { storage: 'memory:' }) };
}
export function recordedSecureHttp2() {
  const server = createSecureServer({ allowHTTP1: true }, (_request, response) => response.end('Hello'));
  return { server, book: gatebook(server, { storage: 'memory:' }) };
}
