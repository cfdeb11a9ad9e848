import { createServer } from 'node:http';
import { noteError } from './notes.mjs';
import { HAS_ADAPTER, ready, run } from './start.mjs';

const server = createServer();
server.on('request', (request, response) => {
  const answer = (error) => {
    noteError(error);
    if (!response.headersSent) response.writeHead(500);
    response.end(String(error?.stack));
  };
  const [, place] = request.url.split('/');
  if (place === 'caught') {
    try {
      Promise.resolve(run(request, response)).catch(answer);
    } catch (error) {
      answer(error);
    }
  } else if (place === 'async') void (async () => run(request, response))().catch(answer);
  // An uncaught error is noted by the process.
  else if (place === 'uncaught') {
    setTimeout(() => response.end('late'), 50);
    return run(request, response);
  } else response.writeHead(404).end();
});
if (HAS_ADAPTER) (await import('gatebook/http')).gatebook(server);
ready(server.listen(0, '127.0.0.1'));
