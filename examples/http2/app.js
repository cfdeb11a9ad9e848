import { createServer } from 'node:http2';
import { gatebook } from 'gatebook/http2';

// Browsers speak HTTP/2 only over TLS: give createSecureServer a certificate, or try this one with
// curl --http2-prior-knowledge.
const server = createServer((request, response) => {
  if (request.url === '/') response.end('Hello. Every request you make is in the book: /_profiler\n');
  else response.writeHead(404).end('Nothing here\n');
});
gatebook(server);

const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.log(`Profile Search: http://127.0.0.1:${port}/_profiler`));
