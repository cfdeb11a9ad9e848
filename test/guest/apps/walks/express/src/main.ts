// A shop on Express 5, with Drizzle on PostgreSQL, jobs of BullMQ and users of passport. Its faults are listed in test/guest/walks/express.ts.
import express, { type ErrorRequestHandler } from 'express';
import { gatebook } from 'gatebook/express';
import passport from 'passport';
import { pino } from 'pino';
import { createTables } from './db.ts';
import { startMails } from './mails.ts';
import { carts, sweepCarts } from './routes/carts.ts';
import { invoices } from './routes/invoices.ts';
import { orders } from './routes/orders.ts';
import { payments } from './routes/payments.ts';
import { reports } from './routes/reports.ts';
import { stream } from './routes/stream.ts';
import { BadRequest } from './routes/validate.ts';
import { HeaderStrategy } from './users.ts';

const log = pino({ level: 'info' });
const app = express();
gatebook(app, { release: process.env.RELEASE, bodies: 'errors' });

passport.use(new HeaderStrategy());
app.use(express.json());
app.use(passport.initialize());
app.use(passport.authenticate('header', { session: false }));

app.use('/carts', carts);
app.use('/invoices', invoices);
app.use('/orders', orders);
app.use('/payments', payments);
app.use('/reports', reports);
app.use('/stream', stream);

/** Says to the client what is wrong with its request, and nothing else. */
const answerErrors: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof BadRequest) return response.status(400).json({ errors: error.errors });
  log.error({ path: request.path }, 'request failed');
  next(error);
};
app.use(answerErrors);

await createTables();
const mails = await startMails();
app.locals.mails = mails;
// One process of the shop does what is due, the others only answer requests.
if (process.env.ROLE !== 'web') setInterval(sweepCarts, 100);

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  process.exit();
});
