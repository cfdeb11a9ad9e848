import Fastify from 'fastify';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const app = Fastify();
if (HAS_ADAPTER) await app.register((await import('gatebook/fastify')).gatebook);

app.get('/users/:id', (request) => findUser(request.params.id));
app.get('/broken/:id', async () => fail());
app.get('/page', (_request, reply) => reply.type('text/html').send(HTML));
await app.listen({ port: PORT, host: '127.0.0.1' });
