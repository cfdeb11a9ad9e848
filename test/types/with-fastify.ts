import fastify from 'fastify';
import { gatebook } from '../../src/fastify.ts';

/** The README example must type-check without a cast. */
export async function recordedFastify() {
  const app = fastify();
  await app.register(gatebook, { storage: 'memory:' });
  app.get('/', async () => 'Hello');
  return { app, book: app.gatebook, stats: () => app.gatebook.stats() };
}
