import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };

export const NEST: WalkedApp = {
  name: 'NestJS 12, TypeORM, GraphQL, BullMQ',
  folder: 'nest',
  isLarge: true,
  packages: [
    ...['common', 'core', 'platform-express', 'typeorm', 'bullmq'].map((name) => `@nestjs/${name}@12`),
    ...['@nestjs/graphql@14', '@nestjs/apollo@14', '@apollo/server@5', '@as-integrations/express5@1'],
    ...['graphql@16', 'typeorm@1', 'pg@8', 'bullmq@6', 'ioredis@5', 'reflect-metadata@0.2', 'rxjs@7'],
    ...['class-validator@0.15', 'class-transformer@0.5', 'typescript@6'],
    ...['@types/express@5', '@types/node@26'],
  ],
  build: (project) => project.run(['node_modules/typescript/bin/tsc']),
  main: ['dist/main.js'],
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const id of [1, 2, 3]) await old.ask(`/letters/${id}`);
    for (const kind of ['check', 'groom'])
      await old.ask('/visits', { ...POST, body: { pet: 3, kind, days: 2 } });
    await old.kill('SIGTERM');

    const now = await start();
    const graphql = (query: string) => now.ask('/graphql', { ...POST, body: { query } });
    for (const kind of ['groom', 'groom', 'check'])
      await now.ask('/visits', { ...POST, body: { pet: 3, kind, days: 2 } });
    await now.ask('/letters/4');
    await now.ask('/letters/5', { user: 'eve' });
    await graphql('query Gain { pet(id: 1) { name gain } }');
    await graphql('query Gain { pet(id: 9) { name gain } }');
    await graphql('query Owners { pets { name owner { name } } }');
    await now.ask('/reports/kinds');
    await now.ask('/reports/samples/7');
    await now.ask('/visits', { ...POST, body: { pet: 3, kind: 'check', days: 1 } });
    const remind = { pet: 3, kind: 'check', days: 2, remind: true };
    await now.ask('/visits', { ...POST, body: remind });
    await now.ask('/visits', { ...POST, body: remind, user: 'eve' });
    await Promise.all([now.ask('/reports/signed'), sleep(50).then(() => now.ask('/reports/quick'))]);
    const events = new AbortController();
    await now.send('/rooms/3/live', {}, events.signal);
    await sleep(200);
    events.abort();
    await sleep(500);
    // The process may end before it has answered.
    await now.ask('/vaccines', { ...POST, body: { pet: 3, due: 'soon' } }).catch(() => {});
    await now.end();

    const killed = await start();
    await killed.hang('/reports/year/2025');
    await killed.kill('SIGKILL');

    const last = await start({ env: { ROLE: 'web' } });
    for (const id of [701, 702, 703]) await last.ask(`/rooms/${id}`, POST);
    await last.ask('/rooms/7');
    await sleep(500);
    return last;
  },
  faults: {
    'a rejection outside of a request ends the process': {
      row: 'exit',
      says: ['RangeError', at('src/reminders/vaccines.service.ts', 'new Date(due)')],
    },
    '`kill -9` while requests are in progress': {
      row: '/reports/year/2025',
      says: ['Process ended without a word', '/reports/year/:year', 'ana'],
    },
    'GraphQL answers a failure with 200': {
      row: '/graphql',
      says: ['query Gain', 'TypeError', at('src/pets/pets.resolver.ts', 'weights as number[]')],
    },
    'only one user gets a 500': {
      row: '/letters/5',
      says: ['user ana → eve', at('src/letters.controller.ts', '(address as string).split')],
    },
    'only one release answers with 500': {
      row: '/visits',
      says: ['release 1.4.0 → 1.5.0', at('src/visits/visits.controller.ts', 'throw new RangeError')],
    },
    'an N+1 query': {
      row: '/graphql',
      says: ['N+1', 'FROM "owners"', at('src/pets/pets.resolver.ts', 'findOneByOrFail')],
    },
    'a slow query': {
      row: '/reports/kinds',
      says: ['SELECT kind, count(*)', at('src/reports/reports.controller.ts', "query('SELECT kind")],
    },
    'a pool that leaks connections': {
      row: '/rooms/7',
      says: ['waited', 'for a connection', at('src/sign-in.guard.ts', 'findOneBy')],
    },
    'a job fails': {
      row: 'reminders/call',
      says: [
        'reminders/call',
        'TypeError',
        at('src/reminders/reminders.processor.ts', "phone.replaceAll(' '"),
      ],
    },
    'a slow outgoing call': {
      row: '/reports/samples/7',
      says: ['/samples/7', at('src/reports/labs.service.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/reports/signed',
      says: ['/reports/signed', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/rooms/3/live',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': { row: '/visits', says: ['days must not be less than 2'] },
  },
};
