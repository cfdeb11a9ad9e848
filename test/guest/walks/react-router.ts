import { setTimeout as sleep } from 'node:timers/promises';
import { addLines } from '../frameworks/lines.ts';
import { at } from './project.ts';
import type { WalkedApp } from './walked-app.ts';

const POST = { method: 'POST' };
/** Native engines of Prisma can't be downloaded from the npm registry, and a driver adapter does not need them. */
const NO_ENGINES = {
  PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
  PRISMA_QUERY_ENGINE_LIBRARY: '/bin/true',
  CHECKPOINT_DISABLE: '1',
};
const DEV = 'node_modules/@react-router/dev/bin.cjs';

export const REACT_ROUTER: WalkedApp = {
  name: 'React Router 8, Prisma 7, BullMQ',
  folder: 'react-router',
  isLarge: true,
  packages: [
    // The packages of each are not all released together.
    ...['react-router', '@react-router/node', '@react-router/serve', '@react-router/dev'].map(
      (name) => `${name}@8.4`,
    ),
    ...['prisma', '@prisma/client', '@prisma/adapter-pg'].map((name) => `${name}@7.10.0`),
    ...['pg@8', 'bullmq@6', 'ioredis@6', 'react@19', 'react-dom@19', 'isbot@5', 'vite@8', 'typescript@6'],
  ],
  async build(project) {
    await project.run(['node_modules/prisma/build/index.js', 'generate'], NO_ENGINES);
    await project.run([DEV, 'reveal', 'entry.server']);
    addLines(['app/entry.server.tsx'], project.folder);
    await project.run([DEV, 'build']);
  },
  main: [
    ...['--import', 'gatebook/register'],
    ...['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
  ],
  ready: '[react-router-serve]',
  async provoke(start) {
    const old = await start({ env: { RELEASE: '1.4.0' } });
    for (const level of ['beginners', 'children'])
      await old.ask('/bookings', { ...POST, body: { course: 3, people: 2, level } });
    await old.kill('SIGTERM');

    const now = await start();
    for (const level of ['children', 'children', 'beginners'])
      await now.ask('/bookings', { ...POST, body: { course: 3, people: 2, level } });
    for (const user of ['ana', 'bob', 'eve']) await now.ask('/members/card', { user });
    await now.ask('/courses');
    await now.ask('/statistics');
    await now.ask('/weather');
    await now.ask('/bookings', { ...POST, body: { course: 3, people: 1 } });
    const confirm = { course: 3, people: 2, confirm: true };
    await now.ask('/bookings', { ...POST, body: confirm });
    await now.ask('/bookings', { ...POST, body: confirm, user: 'eve' });
    await Promise.all([now.ask('/codes/8'), sleep(50).then(() => now.ask('/courses'))]);
    const events = new AbortController();
    await now.send('/doors/3', {}, events.signal);
    await sleep(200);
    events.abort();
    await sleep(500);
    // The process may end before it has answered.
    await now.ask('/lockers', { ...POST, body: { note: '100 %' } }).catch(() => {});
    await now.end();

    const killed = await start();
    // The first query of a process takes long, and without it the member is not known.
    await killed.ask('/courses');
    await killed.hang('/statistics/2025');
    await killed.kill('SIGKILL');

    const last = await start({ env: { ROLE: 'web' } });
    for (const id of [701, 702, 703]) await last.ask(`/courts/${id}`, POST);
    await last.ask('/courts/7');
    await sleep(500);
    return last;
  },
  faults: {
    'a rejection outside of a request ends the process': {
      row: 'exit',
      says: ['URIError', at('app/start.server.ts', 'decodeURIComponent(')],
    },
    '`kill -9` while requests are in progress': {
      row: '/statistics/2025',
      says: ['Process ended without a word', 'ana'],
    },
    'only one user gets a 500': {
      row: '/members/card',
      says: ['user bob → eve', at('app/routes/card.tsx', '(card as string).split')],
    },
    'only one release answers with 500': {
      row: '/bookings',
      says: ['release 1.4.0 → 1.5.0', at('app/routes/bookings.ts', 'throw new RangeError')],
    },
    'an N+1 query': {
      row: '/courses',
      says: ['N+1', '"public"."trainers" WHERE', at('app/routes/courses.tsx', 'await db.trainer')],
    },
    'a slow query': {
      row: '/statistics',
      says: ['SELECT trainer_id, count(*)', at('app/routes/statistics.tsx', 'await db.$queryRaw')],
    },
    'a pool that leaks connections': {
      row: '/courts/7',
      says: ['waited', 'for a connection', 'timeout exceeded when trying to connect'],
    },
    'a job fails': {
      row: 'mails/confirm',
      says: ['mails/confirm', 'TypeError', at('app/mails.server.ts', "card.split('/')")],
    },
    'a slow outgoing call': {
      row: '/weather',
      says: ['/weather', at('app/routes/weather.ts', 'await fetch(')],
    },
    'a request blocks the event loop': {
      row: '/codes/8',
      says: ['/codes/:door', 'held by this request'],
    },
    'a stream of events is closed by its client': {
      row: '/doors/3',
      says: ['the client, before the end of the response'],
    },
    'a wrong validation answers 400': { row: '/bookings', says: ['people must be greater than 1'] },
  },
};
