// An app with a spool, to be killed at any moment. Prints its port. `/stats` is not recorded.
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatebook } from '../../src/http.ts';

const server = createServer((request, response) => {
  response.end(request.url === '/stats' ? JSON.stringify(book.stats()) : 'ok');
});
const book = gatebook(server, { ignore: { paths: ['/stats'] } });
server.listen(0, '127.0.0.1', () => writeSync(1, `${(server.address() as AddressInfo).port}\n`));
process.on('SIGUSR2', async () => {
  server.close();
  server.closeAllConnections();
  await book.close();
  writeSync(1, JSON.stringify(book.stats()));
  process.exit();
});
