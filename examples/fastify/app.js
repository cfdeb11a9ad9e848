// Fastify: register the plugin before the routes.
import Fastify from 'fastify';
import { gatebook } from 'gatebook/fastify';

const app = Fastify();
await app.register(gatebook);

app.get('/', async () => 'Hello. Every request is recorded: see /_profiler');
app.get('/users/:id', async (request) => ({ id: request.params.id }));
app.get('/broken', async () => {
  throw new TypeError('This route always fails');
});

const port = Number(process.env.PORT ?? 3000);
await app.listen({ port, host: '127.0.0.1' });
console.log(`Listening on http://127.0.0.1:${port}`);
