// A library on Koa 3, with Knex on PostgreSQL. Its faults are listed in test/guest/walks/koa.ts.
import Router from '@koa/router';
import { gatebook } from 'gatebook/koa';
import Koa from 'koa';
import { createTables } from './db.ts';
import { addReader, answerErrors, readBody } from './middleware.ts';
import { remindReaders } from './reminders.ts';
import { addBooks } from './routes/books.ts';
import { addCovers } from './routes/covers.ts';
import { addEvents } from './routes/events.ts';
import { addLoans } from './routes/loans.ts';
import { addStatistics } from './routes/statistics.ts';

const app = new Koa();
gatebook(app, { release: process.env.RELEASE ?? '', bodies: 'errors' });
app.on('error', (error: Error) => console.error(error.message));

app.use(answerErrors);
app.use(readBody);
app.use(addReader);

const router = new Router();
for (const add of [addBooks, addCovers, addEvents, addLoans, addStatistics]) add(router);
app.use(router.routes());
app.use(router.allowedMethods());

await createTables();
// One process of the library does what is due, the others only answer requests.
if (process.env.ROLE !== 'web') setInterval(remindReaders, 200);

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  process.exit();
});
