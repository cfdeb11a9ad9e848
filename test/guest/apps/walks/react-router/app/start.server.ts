import { createTables, db } from './db.server';
import { startMails } from './mails.server';

/** What the server needs before it answers. */
export const ready = start();

async function start(): Promise<void> {
  await createTables();
  process.once('SIGTERM', () => process.exit());
  // One process of the club does what is due, the others only answer requests.
  if (process.env.ROLE === 'web') return;
  await startMails();
  setInterval(sweepLockers, 100);
}

/** Empties the lockers. Runs now and then, outside of any request. */
async function sweepLockers(): Promise<void> {
  const lockers = await db.locker.findMany({ take: 100 });
  if (lockers.length === 0) return;
  const notes = lockers.map(({ note }) => decodeURIComponent(note));
  console.log(`Lockers: ${notes.join(', ')}`);
  await db.locker.deleteMany({ where: { id: { in: lockers.map(({ id }) => id) } } });
}
