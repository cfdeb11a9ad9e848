// An app with a route for each library that shares something between requests. OPTIONS has the addresses of the databases.
import { createServer } from 'node:http';
import { gatebook } from 'gatebook/http';

const options = JSON.parse(process.env.OPTIONS);
let handle;
const server = createServer((request, response) => {
  if (request.url === '/book') return void sendBook(response);
  handle(request).then(
    (body) => response.end(JSON.stringify(body)),
    (error) => response.writeHead(500).end(String(error.stack)),
  );
});
const book = gatebook(server, {
  // On disk, details are dropped when writing takes long.
  storage: 'memory:',
  keep: false,
  budget: { bytesPerSecond: '1GB', memory: '512MB' },
});
// After Gatebook, as with `node --import gatebook/register`.
const { Probe, pause } = await import('./probe.js');
const { databaseRoutes } = await import('./databases.js');
const { queueRoutes, startEcho } = await import('./queues.js');
const { callRoutes, startHosts } = await import('./calls.js');

const echo = await startEcho();
const groups = [databaseRoutes(options), queueRoutes(echo.address().port), callRoutes(await startHosts())];
const routes = Object.assign({}, ...groups.map((group) => group.routes));
let release;
const released = new Promise((resolve) => {
  release = resolve;
});

handle = async ({ url }) => {
  const [, name, word] = decodeURIComponent(url).split('/');
  if (name === 'routes') return Object.keys(routes);
  if (name === 'release') return release();
  if (name === 'close') return closeAll();
  const probe = new Probe(word);
  probe.mark('start');
  if (name === 'hold') await hold(probe);
  else
    for (const route of name.split('+')) {
      await pause();
      await routes[route](probe);
    }
  const { logs, notes, spans } = probe;
  return { logs, notes, spans };
};

/** Opens every connection, and stays open while all others run. */
async function hold(probe) {
  for (const route of Object.values(routes)) await route(probe);
  process.send({ holding: true });
  await released;
  probe.mark('released');
}
/** All profiles, one in a line. */
async function sendBook(response) {
  await book.flush();
  for await (const { token, url } of book.search('')) {
    const { detail } = await book.get(token);
    const { logs, notes, spans } = detail ?? {};
    response.write(`${JSON.stringify({ path: new URL(url).pathname, logs, notes, spans })}\n`);
  }
  response.end();
}

async function closeAll() {
  await book.flush();
  const { drops, faults } = book.stats();
  setTimeout(async () => {
    for (const group of groups) await group.close();
    echo.close();
    server.closeAllConnections();
    server.close();
    await book.close();
    process.disconnect();
  }, 100);
  return { drops, faults };
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
