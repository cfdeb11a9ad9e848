// Runs in its own process and is killed at any moment: an app under load that prints the number of each request and the
// time its response was complete.
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatebook } from '../../src/http.ts';

const [path = '', first = '0'] = process.argv.slice(2);
const server = createServer((_request, response) => response.end('ok'));
gatebook(server, { storage: `sqlite:${path}` });
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  let next = Number(first);
  const send = () => {
    const n = next++;
    get({ port, host: '127.0.0.1', agent, path: `/n/${n}` }, (response) => {
      response.resume().on('end', () => {
        process.stdout.write(`${n} ${Date.now()}\n`);
        send();
      });
    });
  };
  for (let i = 0; i < 8; i++) send();
});
