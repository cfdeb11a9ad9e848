import Fastify from 'fastify';
import { noteError } from './notes.mjs';
import { HAS_ADAPTER, ready, run } from './start.mjs';

const app = Fastify({
  logger: { base: null, timestamp: false, serializers: { req: () => 'request', res: () => 'response' } },
});
if (HAS_ADAPTER) await app.register((await import('gatebook/fastify')).gatebook);

const handle = async ({ raw }, reply) => run(raw, reply.raw);
const handleSync = ({ raw }, reply) => run(raw, reply.raw);
// The failures read the body.
app.addContentTypeParser('*', (_request, _payload, done) => done(null));

app.addHook('onError', async (_request, _reply, error) => noteError(error));
app.all('/handler/:way', handle);
app.all('/sync/:way', handleSync);
for (const hook of ['onRequest', 'preHandler', 'preSerialization'])
  app.all(`/${hook}/:way`, { [hook]: handle }, async () => ({ ok: true }));
app.all(
  '/callback/:way',
  { preHandler: (request, reply, done) => void handle(request, reply).catch(done) },
  handle,
);
app.register(
  async (outer) => {
    outer.register(async (inner) => {
      inner.all('/router/:way', handle);
    });
    outer.setErrorHandler((error, _request, reply) => {
      noteError(new Error('handled', { cause: error }));
      reply.code(418).send(String(error?.stack));
    });
  },
  { prefix: '/deep' },
);
app.register(
  async (plugin) => {
    plugin.setErrorHandler((error) => {
      throw new Error('rethrown', { cause: error });
    });
    plugin.all('/:way', handle);
  },
  { prefix: '/rethrown' },
);
app.all(
  '/own/:way',
  {
    errorHandler(error, _request, reply) {
      noteError(new Error('own', { cause: error }));
      reply.code(418).send(String(error?.stack));
    },
  },
  handle,
);
app.setNotFoundHandler((_request, reply) => {
  noteError(new Error('not found'));
  reply.code(404).send('not here');
});
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server);
