// node:http without a framework: setRoute() and report() say what a framework would know.
import { createServer } from 'node:http';
import { report, setRoute } from 'gatebook';
import { gatebook } from 'gatebook/http';

const routes = [
  { route: '/', path: /^\/$/, handle: () => 'Hello. Every request is recorded: see /_profiler\n' },
  { route: '/users/:id', path: /^\/users\/([^/]+)$/, handle: (id) => `${JSON.stringify({ id })}\n` },
  { route: '/broken', path: /^\/broken$/, handle: broken },
];

function broken() {
  throw new TypeError('This route always fails');
}

const server = createServer((request, response) => {
  const [path] = (request.url ?? '/').split('?');
  const found = routes.find((route) => route.path.test(path));
  if (!found) return response.writeHead(404).end('Not found\n');
  setRoute(found.route);
  try {
    const [, ...values] = found.path.exec(path);
    response.end(found.handle(...values));
  } catch (error) {
    report(error);
    response.writeHead(500).end('Something went wrong\n');
  }
});
gatebook(server);

const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
