import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };

export const KOA: WalkedApp = {
  name: 'Koa 3, Knex',
  folder: 'koa',
  packages: [],
  main: ['src/main.ts'],
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const id of [1, 2, 3]) await old.ask(`/books/${id}`);
    for (const kind of ['novel', 'score']) await old.ask('/loans', { ...POST, body: { book: 3, kind } });
    await old.kill('SIGTERM');

    const now = await start();
    for (const kind of ['score', 'score', 'novel'])
      await now.ask('/loans', { ...POST, body: { book: 3, kind } });
    await now.ask('/books/4');
    await now.ask('/books/5', { user: 'eve' });
    await now.ask('/books');
    await now.ask('/statistics');
    await now.ask('/covers/7');
    await now.ask('/loans', { ...POST, body: { book: 1 } });
    await Promise.all([now.ask('/covers/8/link'), sleep(50).then(() => now.ask('/covers'))]);
    const events = new AbortController();
    await now.send('/events/poetry', {}, events.signal);
    await sleep(200);
    events.abort();
    await now.ask('/loans', { ...POST, body: { book: 3, days: 0, reader: 'gone' } });
    await sleep(400);
    await now.ask('/loans', { ...POST, body: { book: 3, days: -2000 } });
    await now.end();

    const killed = await start();
    await killed.hang('/statistics/2025');
    await killed.kill('SIGKILL');

    const last = await start({ env: { ROLE: 'web' } });
    for (const id of [701, 702, 703]) await last.ask(`/reservations/${id}`, POST);
    await last.ask('/books/7');
    await sleep(500);
    return last;
  },
  faults: {
    'a rejection outside of a request ends the process': {
      row: 'exit',
      says: ['RangeError', at('src/reminders.ts', 'throw new RangeError')],
    },
    '`kill -9` while requests are in progress': {
      row: '/statistics/2025',
      says: ['Process ended without a word', '/statistics/:year', 'ana'],
    },
    'only one user gets a 500': {
      row: '/books/5',
      says: ['user ana → eve', at('src/routes/books.ts', '(language as string).split')],
    },
    'only one release answers with 500': {
      row: '/loans',
      says: ['release 1.4.0 → 1.5.0', at('src/routes/loans.ts', 'throw new TypeError')],
    },
    'an N+1 query': {
      row: '/books',
      says: ['N+1', 'from "authors" where', at('src/routes/books.ts', 'const author = await')],
    },
    'a slow query': {
      row: '/statistics',
      says: ['SELECT author_id, count(*)', at('src/routes/statistics.ts', 'await db.raw(')],
    },
    'a pool that leaks connections': {
      row: '/books/7',
      says: ['Timeout acquiring a connection', at('src/middleware.ts', 'await db<Reader>')],
    },
    'a job fails': {
      row: 'remind%20readers',
      says: ['remind readers', 'TypeError', at('src/reminders.ts', 'const [{ name }]')],
    },
    'a slow outgoing call': {
      row: '/covers/7',
      says: ['/covers/7', at('src/routes/covers.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/covers/8/link',
      says: ['/covers/:id/link', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/events/poetry',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': { row: '/loans', says: ['book must be a number greater than 1'] },
  },
};
