import type Router from '@koa/router';
import { type Book, db, type Loan } from '../db.ts';
import { ClientError } from '../middleware.ts';

/** How many days each kind of book may be kept. Release 1.5.0 forgot one. */
const DAYS: Readonly<Record<string, number>> =
  process.env.RELEASE === '1.4.0' ? { novel: 21, atlas: 7, score: 14 } : { novel: 21, atlas: 7 };

export function addLoans(router: Router): void {
  router.post('/loans', async (context) => {
    const { user, body } = context.state;
    const { book, kind = 'novel', days = daysOf(kind), reader = user.id } = body;
    // A mistake: ids begin with 1.
    if (!(Number(book) > 1)) throw new ClientError(400, 'book must be a number greater than 1');
    const [loan] = await db<Loan>('loans').insert({ book_id: book, reader, days }).returning('*');
    context.status = 201;
    context.body = loan;
  });

  /** Reserves a book while the reader decides. */
  router.post('/reservations/:book', async (context) => {
    const transaction = await db.transaction();
    const book = await transaction<Book>('books')
      .where({ id: Number(context.params.book) })
      .first();
    // A mistake: the transaction keeps its connection if there is no such book.
    if (!book) throw new ClientError(404, 'No such book');
    await transaction.commit();
    context.body = book;
  });
}

function daysOf(kind: string): number {
  const days = DAYS[kind];
  if (days === undefined) throw new TypeError(`How long is a ${kind} lent?`);
  return days;
}
