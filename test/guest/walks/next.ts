import { setTimeout as sleep } from 'node:timers/promises';
import type { Life } from './life.ts';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };
const NEXT_BIN = 'node_modules/next/dist/bin/next';
/** The field with which a form without JavaScript names its server action. */
const ACTION = /name="(\$ACTION_ID_\w+)"/;

export const NEXT: WalkedApp = {
  name: 'Next.js 16, server components and actions, pg',
  folder: 'next',
  isLarge: true,
  packages: [
    ...['next@16', 'react@19', 'react-dom@19', 'pg@8', 'typescript@6'],
    ...['@types/node@26', '@types/pg@8', '@types/react@19'],
  ],
  build: (project) => project.run([NEXT_BIN, 'build']),
  main: ['--import', 'gatebook/register', NEXT_BIN, 'start', '-H', '127.0.0.1'],
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const id of [1, 2, 3]) await old.ask(`/stays/${id}`);
    for (const month of ['november', 'january']) await book(old, month);
    await old.kill('SIGTERM');

    const now = await start();
    for (const month of ['january', 'january', 'november']) await book(now, month);
    await now.ask('/stays/4');
    await now.ask('/stays/5', { user: 'eve' });
    await now.ask('/rooms');
    await now.ask('/prices');
    await now.ask('/api/weather');
    await now.ask('/api/orders', { ...POST, body: { people: 1, time: '8:00' } });
    await now.ask('/api/rooms');
    await Promise.all([now.ask('/api/invoices/8'), sleep(50).then(() => now.ask('/api/rooms'))]);
    const events = new AbortController();
    await now.send('/api/doors/3', {}, events.signal);
    await sleep(200);
    events.abort();
    await now.ask('/api/wishes', { ...POST, body: { room: 3, text: 'A view of the sea' } });
    await now.ask('/api/wishes', { ...POST, body: { room: 3 } });
    await sleep(500);
    await now.kill('SIGTERM');

    const killed = await start();
    // The first query of a process takes long, and without it the guest is not known.
    await killed.ask('/rooms');
    await killed.hang('/api/reports/2025');
    await killed.kill('SIGKILL');

    const last = await start({ env: { ROLE: 'web' } });
    for (const id of [701, 702, 703]) await last.ask(`/api/keys/${id}`, POST);
    await last.ask('/api/keys/7');
    await sleep(500);
    return last;
  },
  faults: {
    '`kill -9` while requests are in progress': {
      row: '/api/reports/2025',
      says: ['Process ended without a word', '/api/reports/[year]', 'ana'],
    },
    'only one user gets a 500': {
      row: '/stays/5',
      says: ['user ana → eve', at('app/stays/[id]/page.tsx', '(address as string).split')],
    },
    'only one release answers with 500': {
      row: '/bookings',
      says: ['release 1.4.0 → 1.5.0', at('app/bookings/book.ts', 'throw new RangeError')],
    },
    'an N+1 query': {
      row: '/rooms',
      says: ['N+1', 'SELECT euro FROM prices WHERE', at('app/rooms/page.tsx', "query('SELECT euro")],
    },
    'a slow query': {
      row: '/prices',
      says: ['SELECT month, avg(euro)', at('app/prices/page.tsx', 'await pool.query(')],
    },
    'a pool that leaks connections': {
      row: '/api/keys/7',
      says: ['waited', 'for a connection', 'timeout exceeded when trying to connect'],
    },
    'a job fails': {
      row: 'print%20a%20wish',
      says: ['print a wish', 'TypeError', at('lib/wishes.ts', 'text.trim()')],
    },
    'a slow outgoing call': {
      row: '/api/weather',
      says: ['/weather', at('app/api/weather/route.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/api/invoices/8',
      says: ['/api/invoices/[id]', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/api/doors/3',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': { row: '/api/orders', says: ['people must be greater than 1'] },
  },
};

/** Sends the form of a page to its server action, as a browser without JavaScript does. */
async function book(life: Life, month: string): Promise<void> {
  const page = await life.send('/bookings', {});
  const [, action = ''] = ACTION.exec(await page.text()) ?? [];
  const form = new FormData();
  form.set(action, '');
  form.set('room', '3');
  form.set('month', month);
  const answer = await fetch(`${life.url}/bookings`, { ...POST, headers: { 'x-user': 'ana' }, body: form });
  await answer.text();
}
