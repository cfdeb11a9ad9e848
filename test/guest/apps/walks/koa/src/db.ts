import knex from 'knex';

export const db = knex({
  client: 'pg',
  connection: process.env.DATABASE_URL,
  pool: { min: 0, max: 3 },
  acquireConnectionTimeout: 700,
});

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author_id: number;
}

export interface Reader {
  readonly id: string;
  readonly name: string;
  /** Some readers have not chosen any. */
  readonly language: string | null;
}

export interface Loan {
  readonly id: number;
  readonly book_id: number;
  readonly reader: string;
  readonly days: number;
}

const AUTHORS = ['Ivo Andrić', 'Marija Jurić Zagorka', 'Miroslav Krleža'];

/** The tables of the library, with three readers and twelve books. */
export async function createTables(): Promise<void> {
  if (await db.schema.hasTable('books')) return;
  await db.schema.createTable('authors', (table) => {
    table.increments('id');
    table.text('name').notNullable();
  });
  await db.schema.createTable('books', (table) => {
    table.increments('id');
    table.text('title').notNullable();
    table.integer('author_id').notNullable();
  });
  await db.schema.createTable('readers', (table) => {
    table.text('id').primary();
    table.text('name').notNullable();
    table.text('language');
  });
  await db.schema.createTable('loans', (table) => {
    table.increments('id');
    table.integer('book_id').notNullable();
    table.text('reader').notNullable();
    table.integer('days').notNullable();
  });
  await db('authors').insert(AUTHORS.map((name) => ({ name })));
  const titles = Array.from({ length: 12 }, (_, i) => ({ title: `Book ${i + 1}`, author_id: (i % 3) + 1 }));
  await db('books').insert(titles);
  await db('readers').insert([
    { id: 'ana', name: 'Ana', language: 'hr-HR' },
    { id: 'bob', name: 'Bob', language: 'en-IE' },
    { id: 'eve', name: 'Eve', language: null },
  ]);
}
