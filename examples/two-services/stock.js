// The service behind the other one.
import Fastify from 'fastify';
import { gatebook } from 'gatebook/fastify';

const left = new Map([
  ['teapot', 3],
  ['cup', 0],
]);

const app = Fastify();
await app.register(gatebook, { service: 'stock' });

app.get('/stock/:product', async (request, reply) => {
  const { product } = request.params;
  if (!left.has(product)) return reply.code(404).send({ error: `${product} is not for sale` });
  return { left: left.get(product) };
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send('ready');
