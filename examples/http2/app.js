// node:http2 without a framework.
import { createServer } from 'node:http2';
import { gatebook } from 'gatebook/http2';

// Browsers need TLS for HTTP/2: use createSecureServer with a certificate, or try this server with
// curl --http2-prior-knowledge.
const server = createServer((request, response) => {
  if (request.url === '/') response.end('Hello. Every request is recorded: see /_profiler\n');
  else response.writeHead(404).end('Not found\n');
});
gatebook(server);

const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
