import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import pg from 'pg';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Not every user has one. */
  address: text('address'),
});

export const orders = pgTable('orders', {
  id: serial('id').primaryKey(),
  userId: text('user_id').notNull(),
  currency: text('currency').notNull(),
});

export const items = pgTable('items', {
  id: serial('id').primaryKey(),
  orderId: integer('order_id').notNull(),
  product: text('product').notNull(),
  price: integer('price').notNull(),
});

export const carts = pgTable('carts', {
  id: serial('id').primaryKey(),
  content: text('content'),
  expired: boolean('expired').notNull(),
});

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 3,
  connectionTimeoutMillis: 700,
});

export const db = drizzle(pool);

/** The tables of the shop, with three users and twelve orders. */
export async function createTables(): Promise<void> {
  await db.execute(sql`
    CREATE TABLE IF NOT EXISTS users (id text PRIMARY KEY, name text NOT NULL, address text);
    CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, user_id text NOT NULL, currency text NOT NULL);
    CREATE TABLE IF NOT EXISTS items (id serial PRIMARY KEY, order_id int NOT NULL, product text NOT NULL, price int NOT NULL);
    CREATE TABLE IF NOT EXISTS carts (id serial PRIMARY KEY, content text, expired boolean NOT NULL);
    INSERT INTO users VALUES ('ana', 'Ana', 'Ilica 1, Zagreb'), ('bob', 'Bob', 'Main Street 5, Dublin'), ('eve', 'Eve', NULL)
      ON CONFLICT DO NOTHING;
    DELETE FROM carts`);
  const [count] = (await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM orders`)).rows;
  if (count?.n !== 0) return;
  await db.execute(sql`
    INSERT INTO orders (user_id, currency) SELECT 'ana', 'EUR' FROM generate_series(1, 12);
    INSERT INTO items (order_id, product, price) SELECT n % 12 + 1, 'Teapot', 2400 FROM generate_series(1, 24) AS n`);
}
