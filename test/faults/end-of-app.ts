// Runs in its own process: an app that serves some requests and then ends as its argument says.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatebook } from '../../src/http.ts';

const [storage = '', how = '', count = '20'] = process.argv.slice(2);
const server = createServer((_request, response) => response.end('ok'));
if (how === 'SIGTERM once') process.once('SIGTERM', () => server.close(() => process.exit(0)));
gatebook(server, { storage });
if (how === 'SIGTERM raised again')
  process.on('SIGTERM', () =>
    server.close(() => {
      process.removeAllListeners('SIGTERM');
      process.kill(process.pid, 'SIGTERM');
      process.exit(3);
    }),
  );
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < Number(count); n++)
    await new Promise((resolve) =>
      get(`http://127.0.0.1:${port}/${n}`, { agent: false }, (response) =>
        response.resume().on('end', resolve),
      ),
    );
  // By then the last response has closed.
  setTimeout(() => {
    if (how === 'by itself') server.close();
    else if (how === 'exit') process.exit(0);
    else if (how === 'throw') throw new Error('the app fails');
    else process.kill(process.pid, how.split(' ')[0]);
  }, 20);
});
