import { job } from 'gatebook';
import { db, type Loan } from './db.ts';

const DAY_MS = 86_400_000;

/** Reminds readers of books that are due. Runs now and then, outside of any request. */
export async function remindReaders(): Promise<void> {
  const due = await db<Loan>('loans').where('days', '<=', 0);
  if (due.length === 0) return;
  const mistyped = due.filter(({ days }) => days < -1000);
  await db<Loan>('loans')
    .whereIn(
      'id',
      due.map(({ id }) => id),
    )
    .delete();
  if (mistyped.length > 0) throw new RangeError(`Due since ${dateOf(mistyped)}`);
  await job('remind readers', () => Promise.all(due.map(remind))).catch(() => {});
}

function dateOf([loan]: readonly Loan[]): string {
  return new Date(Date.now() + (loan?.days ?? 0) * DAY_MS).toISOString();
}

async function remind(loan: Loan): Promise<void> {
  const texts = await db('readers').select('name').where({ id: loan.reader });
  const [{ name }] = texts as [{ name: string }];
  console.log(`${name}: book ${loan.book_id} is due`);
}
