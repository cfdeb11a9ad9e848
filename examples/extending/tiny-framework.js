// A stand-in for a framework: routes with parameters, one error handler, one not-found handler.
import { createServer } from 'node:http';

export class TinyApp {
  #routes = [];
  server = createServer((request, response) => this.handle(request, response));

  get(pattern, handler) {
    const path = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    this.#routes.push({ pattern, path, handler });
  }

  async handle(request, response) {
    const { pathname } = new URL(request.url, 'http://localhost');
    for (const route of this.#routes) {
      const match = route.path.exec(pathname);
      if (match) return this.run(route, { request, response, params: match.groups });
    }
    return this.notFound({ request, response });
  }

  async run({ handler }, context) {
    try {
      await handler(context);
    } catch (error) {
      this.error(error, context);
    }
  }

  error(_error, { response }) {
    response.writeHead(500).end('Something went wrong.\n');
  }

  notFound({ response }) {
    response.writeHead(404).end('Not found.\n');
  }
}
