import fastify from 'fastify';
import { gatebook } from '../../src/fastify.ts';

/** What the README shows, as `npm run typecheck` sees it: no cast may be needed. */
export async function recordedFastify() {
  const app = fastify();
  await app.register(gatebook, { storage: 'memory:' });
  app.get('/', async () => 'Hello');
  return { app, book: app.gatebook, stats: () => app.gatebook.stats() };
}
