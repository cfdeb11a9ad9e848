import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };
/** A pool of postgres.js has no limit to how long a query waits. The client has. */
const PATIENCE_MS = 700;

export const FASTIFY: WalkedApp = {
  name: 'Fastify 5, Mercurius, WebSockets, postgres.js',
  folder: 'fastify',
  packages: [],
  main: ['src/main.ts'],
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const voucher of ['5', '6'])
      await old.ask('/tickets', { ...POST, body: { film: 1, count: 2, voucher } });
    await old.kill('SIGTERM');

    const now = await start();
    const graphql = (query: string) => now.ask('/graphql', { ...POST, body: { query } });
    for (const voucher of ['7', '8', '9/2026'])
      await now.ask('/tickets', { ...POST, body: { film: 1, count: 2, voucher } });
    await graphql('query Rating { film(id: 1) { title rating } }');
    await graphql('query Rating { film(id: 9) { title rating } }');
    await graphql('query Program { films { title director { name } } }');
    for (const user of ['ana', 'bob', 'eve']) await now.ask('/tickets/card', { user });
    await now.ask('/halls/occupancy');
    await now.ask('/tickets/7/payment');
    await now.ask('/tickets', { ...POST, body: { film: 1, count: 1 } });
    await Promise.all([now.ask('/halls/2/plan'), sleep(50).then(() => now.ask('/halls'))]);
    const events = new AbortController();
    await now.send('/seats/live/3', {}, events.signal);
    await sleep(200);
    events.abort();
    await sleep(300);
    await now.say('/chat', { room: 'film-1' });
    await now.end();

    const killed = await start();
    await killed.hang('/halls/year/2025');
    await killed.kill('SIGKILL');

    const full = await start({ node: ['--max-old-space-size=128'] });
    full.ask('/halls/preview').catch(() => {});
    await full.end();

    const last = await start();
    for (const id of [701, 702, 703]) await last.ask(`/seats/${id}`, POST);
    await last.send('/seats/7', {}, AbortSignal.timeout(PATIENCE_MS)).catch(() => {});
    await sleep(500);
    return last;
  },
  faults: {
    'a rejection outside of a request ends the process': {
      row: 'exit',
      says: ['TypeError', at('src/chat.ts', 'text.trim()')],
    },
    '`kill -9` while requests are in progress': {
      row: '/halls/year/2025',
      says: ['Process ended without a word', '/halls/year/:year', 'ana'],
    },
    'the process runs out of memory': {
      row: '/halls/preview',
      says: ['Process ended without a word', '/halls/preview'],
    },
    'GraphQL answers a failure with 200': {
      row: '/graphql',
      says: ['query Rating', 'TypeError', at('src/graphql/ratings.ts', 'votes.reduce(')],
    },
    'only one user gets a 500': {
      row: '/tickets/card',
      says: ['user bob → eve', at('src/cards.ts', 'guest.card')],
    },
    'only one release answers with 500': {
      row: 'POST',
      says: ['release 1.4.0 → 1.5.0', at('src/rest/tickets.ts', 'throw new RangeError')],
    },
    'an N+1 query': {
      row: '/graphql',
      says: ['N+1', 'FROM directors WHERE', at('src/graphql/resolvers.ts', 'const [director] = await')],
    },
    'a slow query': {
      row: '/halls/occupancy',
      says: ['SELECT film_id, count(*)', at('src/rest/halls.ts', 'SELECT film_id')],
    },
    'a pool that leaks connections': {
      row: '/seats/7',
      says: ['waited', 'for a connection'],
    },
    'a slow outgoing call': {
      row: '/tickets/7/payment',
      says: ['/payments/7', at('src/rest/tickets.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/halls/2/plan',
      says: ['/halls/:id/plan', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/seats/live/3',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': { row: '/tickets', says: ['body/count must be >= 2'] },
  },
};
