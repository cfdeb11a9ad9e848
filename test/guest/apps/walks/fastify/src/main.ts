// A cinema on Fastify 5, with GraphQL by Mercurius, WebSockets and postgres.js. Its faults are listed in test/guest/walks/fastify.ts.
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { gatebook } from 'gatebook/fastify';
import mercurius from 'mercurius';
import { chat } from './chat.ts';
import { createTables, findGuest, type Guest } from './db.ts';
import { resolvers } from './graphql/resolvers.ts';
import { schema } from './graphql/schema.ts';
import { halls } from './rest/halls.ts';
import { seats } from './rest/seats.ts';
import { tickets } from './rest/tickets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: Guest | null;
  }
}

const app = fastify({ logger: { level: 'warn' } });
await app.register(gatebook, { release: process.env.RELEASE ?? '', bodies: 'errors' });

app.decorateRequest('user', null);
app.addHook('onRequest', async (request) => {
  request.user = await findGuest(String(request.headers['x-user'] ?? ''));
});

await app.register(websocket);
await app.register(mercurius, {
  schema,
  resolvers,
  context: ({ user }) => ({ user }),
});
await app.register(chat);
await app.register(halls, { prefix: '/halls' });
await app.register(seats, { prefix: '/seats' });
await app.register(tickets, { prefix: '/tickets' });

await createTables();
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('ready');

process.on('SIGTERM', () => {
  app.server.closeAllConnections();
  process.exit();
});
