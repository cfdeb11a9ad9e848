import { createServer } from 'node:http';
import { createServer as createServer2 } from 'node:http2';
import { report, setRoute } from 'gatebook';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const isHttp2 = process.argv[2] === 'http2';

/** A server without a framework names its routes, and reports its errors, itself. */
async function handle(request, response) {
  const [, name, id] = request.url.split('/');
  try {
    if (id) setRoute(`/${name}/:id`);
    if (name === 'users') response.end(JSON.stringify(await findUser(id)));
    else if (name === 'broken') fail();
    else if (name === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
    else response.writeHead(404).end();
  } catch (error) {
    report(error);
    response.writeHead(500).end();
  }
}

const server = isHttp2 ? createServer2() : createServer();
server.on('request', (request, response) => void handle(request, response));
if (HAS_ADAPTER) (await import(isHttp2 ? 'gatebook/http2' : 'gatebook/http')).gatebook(server);
server.listen(PORT, '127.0.0.1');
