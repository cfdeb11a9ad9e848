import type Router from '@koa/router';
import { type Book, db } from '../db.ts';
import { ClientError } from '../middleware.ts';

export function addBooks(router: Router): void {
  router.get('/books', async (context) => {
    const books = await db<Book>('books').orderBy('id').limit(12);
    context.body = await Promise.all(books.map(withAuthor));
  });

  router.get('/books/:id', async (context) => {
    const book = await db<Book>('books')
      .where({ id: Number(context.params.id) })
      .first();
    if (!book) throw new ClientError(404, 'No such book');
    context.body = { ...book, greeting: greetingFor(context.state.user) };
  });
}

async function withAuthor(book: Book): Promise<object> {
  const author = await db('authors').where({ id: book.author_id }).first();
  return { ...book, author: author?.name };
}

/** In the language of the reader. */
function greetingFor({ name, language }: { name: string; language: string | null }): string {
  const [code] = (language as string).split('-');
  return code === 'hr' ? `Bok, ${name}` : `Hello, ${name}`;
}
