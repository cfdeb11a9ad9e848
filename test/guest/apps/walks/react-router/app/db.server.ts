import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client';

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 3,
  connectionTimeoutMillis: 5000,
});

export const db = new PrismaClient({ adapter: new PrismaPg(pool) });

/** The tables of the club, with three members and twelve courses. */
export async function createTables(): Promise<void> {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS members (id text PRIMARY KEY, name text NOT NULL, card text);
    CREATE TABLE IF NOT EXISTS trainers (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE IF NOT EXISTS courses (id int PRIMARY KEY, title text NOT NULL, trainer_id int NOT NULL);
    CREATE TABLE IF NOT EXISTS bookings (id serial PRIMARY KEY, member_id text NOT NULL, course_id int NOT NULL, price int NOT NULL);
    CREATE TABLE IF NOT EXISTS lockers (id serial PRIMARY KEY, note text NOT NULL);
    INSERT INTO members VALUES ('ana', 'Ana', 'gold/2027'), ('bob', 'Bob', 'blue/2026'), ('eve', 'Eve', NULL)
      ON CONFLICT DO NOTHING;
    INSERT INTO trainers SELECT n, 'Trainer ' || n FROM generate_series(1, 3) AS n ON CONFLICT DO NOTHING;
    INSERT INTO courses SELECT n, 'Course ' || n, n % 3 + 1 FROM generate_series(1, 12) AS n ON CONFLICT DO NOTHING;
    DELETE FROM lockers`);
}
