import { gatebook } from '../../../src/fastify.ts';
import {
  type Any,
  failure,
  listen,
  ODD_ERRORS,
  type RunningServer,
  SERVER_OPTIONS,
  type Variant,
} from '../running-server.ts';
import { failingStream, stream } from './node.ts';

export async function startFastify(
  fastify: (options?: object) => Any,
  { customHandlers, host = '127.0.0.1', ...options }: Variant = {},
): Promise<RunningServer> {
  const app = fastify({ http: SERVER_OPTIONS });
  await app.register(gatebook, { storage: 'memory:', ...options });
  app.addContentTypeParser('*', (_request: Any, payload: Any, done: Any) => done(null, payload));
  app.get('/ok', async () => 'ok');
  app.get('/users/:id', async (request: Any) => ({ id: request.params.id }));
  app.get('/throws', () => {
    throw failure();
  });
  app.get('/rejects', async () => {
    throw new TypeError('rejected');
  });
  app.get('/after', async (_request: Any, reply: Any) => reply.send(failingStream()));
  for (const [path, createError] of Object.entries(ODD_ERRORS))
    app.get(path, async () => {
      throw createError();
    });
  app.get('/gone', async (_request: Any, reply: Any) => reply.code(404).send('gone'));
  app.get('/slow', () => {});
  app.get('/late', (_request: Any, reply: Any) => {
    reply.hijack();
    reply.raw.write('begun');
  });
  app.get('/later', (_request: Any, reply: Any) => void setTimeout(() => reply.send('later'), 100));
  app.get('/stream', (_request: Any, reply: Any) => {
    reply.hijack();
    stream(reply.raw);
  });
  app.get('/empty', async (_request: Any, reply: Any) => reply.code(204).send());
  app.get('/unchanged', async (_request: Any, reply: Any) => reply.code(304).send());
  app.get('/hints', async (_request: Any, reply: Any) => {
    reply.raw.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    return reply.send('hinted');
  });
  app.post('/echo', async (request: Any, reply: Any) => {
    const type = request.headers['content-type'];
    return (type === undefined ? reply : reply.type(type)).send(request.body);
  });
  if (customHandlers) {
    app.setNotFoundHandler(async (_request: Any, reply: Any) => reply.code(404).send('own 404'));
    app.setErrorHandler(async (_error: Any, _request: Any, reply: Any) => reply.code(503).send('own 503'));
  }
  await app.listen({ port: 0, host });
  const running = await listen(app.server, app.gatebook);
  return {
    ...running,
    async close() {
      running.dropConnections();
      await app.close();
    },
  };
}
