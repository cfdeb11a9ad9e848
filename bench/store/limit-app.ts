// An app that records everything into a book with a size limit. Prints its port, and its counts when it is asked to end.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [path = '', bytes = '0'] = process.argv.slice(2);
const { gatebook } = (await import('../../dist/http.js' as string)) as typeof import('../../src/http.ts');
const server = createServer((_request, response) => {
  const body = JSON.stringify({ ok: true, items: [1, 2, 3] });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
// As long as the load keeps its connections: a request on one that the server has closed would never get a response.
server.keepAliveTimeout = 3_600_000;
const book = gatebook(server, { storage: `sqlite:${path}`, keep: { bytes: Number(bytes) }, details: 'all' });
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', async () => {
  process.send?.({ stats: book.stats(), rss: process.memoryUsage().rss });
  server.closeAllConnections();
  server.close();
  await book.close();
  process.exit();
});
