// Runs in its own process: an app that fails while requests of all kinds and a job are in progress.
import { createServer, get, request } from 'node:http';
import { connect, createServer as createServer2, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createConnection, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatebook } from '../../src/http.ts';
import { gatebook as gatebook2 } from '../../src/http2.ts';
import { job } from '../../src/index.ts';

const [storage = ''] = process.argv.slice(2);
const ignore = () => {};
/** Requests that have arrived, apart from the pipelined one, which comes with another. */
let arrived = 0;
const ARRIVING = 6;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const server = createServer((request, response) => {
  if (request.url !== '/waiting') arrived++;
  if (request.url === '/partly') response.write('the first part');
});
server.on('upgrade', (_request, socket) => {
  arrived++;
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
});
gatebook(server, { storage });
const port = await listen(server);

const server2 = createServer2();
server2.on('stream', (stream: ServerHttp2Stream, headers) => {
  arrived++;
  if (headers[':path'] === '/stream/partly') stream.respond({ ':status': 206 });
  if (headers[':path'] === '/stream/partly') stream.write('the first part');
});
gatebook2(server2, { storage });
const session = connect(`http://127.0.0.1:${await listen(server2)}`);

for (const path of ['/none', '/partly']) {
  get({ host: '127.0.0.1', port, path, agent: false }, ignore).on('error', ignore);
  session.request({ ':path': `/stream${path}` }).on('error', ignore);
}
createConnection(port, '127.0.0.1')
  .on('error', ignore)
  .write('GET /first HTTP/1.1\r\nHost: h\r\n\r\nGET /waiting HTTP/1.1\r\nHost: h\r\n\r\n');
request({ host: '127.0.0.1', port, path: '/socket', headers: { connection: 'Upgrade', upgrade: 'x' } })
  .on('error', ignore)
  .on('upgrade', ignore)
  .end();
void job('work', () => new Promise(ignore));
while (arrived < ARRIVING) await sleep(10);
await sleep(200);
throw new Error('the app fails');
