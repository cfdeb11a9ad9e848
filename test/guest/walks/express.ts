import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };

export const EXPRESS: WalkedApp = {
  name: 'Express 5, Drizzle, BullMQ, passport',
  folder: 'express',
  packages: ['drizzle-orm@0'],
  main: ['src/main.ts'],
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const id of [1, 2, 3]) await old.ask(`/orders/${id}`);
    for (const currency of ['EUR', 'CHF'])
      await old.ask('/payments', { ...POST, body: { amount: 12, currency } });
    await old.kill('SIGTERM');

    const now = await start();
    for (const currency of ['CHF', 'CHF', 'EUR'])
      await now.ask('/payments', { ...POST, body: { amount: 12, currency } });
    await now.ask('/orders/4');
    await now.ask('/orders/5', { user: 'eve' });
    await now.ask('/orders');
    await now.ask('/reports/sales');
    await now.ask('/payments/rates?amount=12');
    await now.ask('/orders', { ...POST, body: { product: 'Cup', quantity: 1 } });
    await now.ask('/orders', { ...POST, body: { product: 'Cup', quantity: 2, mail: 'ana' } });
    await Promise.all([now.ask('/reports/signed'), sleep(50).then(() => now.ask('/reports/quick'))]);
    const stream = new AbortController();
    await now.send('/stream/orders/6', {}, stream.signal);
    await sleep(200);
    stream.abort();
    await sleep(300);
    // The process may end before it has answered.
    await now.ask('/carts', { ...POST, body: { content: 'no JSON', expired: true } }).catch(() => {});
    await now.end();

    const killed = await start();
    await killed.hang('/reports/year/2025');
    await killed.kill('SIGKILL');

    const full = await start({ node: ['--max-old-space-size=128'] });
    full.ask('/reports/export').catch(() => {});
    await full.end();

    const last = await start({ env: { ROLE: 'web' } });
    for (const id of [701, 702, 703]) await last.ask(`/invoices/${id}`, POST);
    await last.ask('/orders/7');
    await sleep(500);
    return last;
  },
  faults: {
    'a rejection outside of a request ends the process': {
      row: 'exit',
      says: ['SyntaxError', at('src/routes/carts.ts', 'JSON.parse(')],
    },
    '`kill -9` while requests are in progress': {
      row: '/reports/year/2025',
      says: ['Process ended without a word', '/reports/year/:year', 'ana'],
    },
    'the process runs out of memory': {
      row: '/reports/export',
      says: ['Process ended without a word', '/reports/export'],
    },
    'only one user gets a 500': {
      row: '/orders/5',
      says: ['user ana → eve', at('src/routes/orders.ts', '(address as string).split')],
    },
    'only one release answers with 500': {
      row: '/payments',
      says: ['release 1.4.0 → 1.5.0', at('src/routes/payments.ts', 'throw new RangeError')],
    },
    'an N+1 query': {
      row: '/orders',
      says: ['N+1', 'from "items" where', at('src/routes/orders.ts', 'const content = await')],
    },
    'a slow query': {
      row: '/reports/sales',
      says: ['SELECT product, sum(price)', at('src/routes/reports.ts', 'await db.execute(')],
    },
    'a pool that leaks connections': {
      row: '/orders/7',
      says: ['waited', 'for a connection', 'timeout exceeded when trying to connect'],
    },
    'a job fails': {
      row: 'mails/receipt',
      says: ['mails/receipt', 'TypeError', at('src/mails.ts', '.toLowerCase()')],
    },
    'a slow outgoing call': {
      row: '/payments/rates',
      says: ['/rates', at('src/routes/payments.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/reports/signed',
      says: ['/reports/signed', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/stream/orders/6',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': {
      row: '/orders',
      says: ['quantity', 'must be greater than 1'],
    },
  },
};
