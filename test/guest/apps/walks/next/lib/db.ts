import pg from 'pg';

export interface Guest {
  readonly id: string;
  readonly name: string;
  /** Not every guest has one. */
  readonly address: string | null;
}

export interface Room {
  readonly id: number;
  readonly name: string;
}

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 3,
  connectionTimeoutMillis: 5000,
});

/** The tables of the hotel, with three guests and twelve rooms. */
export async function createTables(): Promise<void> {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS guests (id text PRIMARY KEY, name text NOT NULL, address text);
    CREATE TABLE IF NOT EXISTS rooms (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE IF NOT EXISTS prices (room_id int NOT NULL, month int NOT NULL, euro int NOT NULL);
    CREATE TABLE IF NOT EXISTS bookings (id serial PRIMARY KEY, guest_id text NOT NULL, room_id int NOT NULL, price int NOT NULL);
    CREATE TABLE IF NOT EXISTS wishes (id serial PRIMARY KEY, room_id int NOT NULL, text text);
    INSERT INTO guests VALUES ('ana', 'Ana', 'Ilica 1, Zagreb'), ('bob', 'Bob', 'Main Street 5, Dublin'), ('eve', 'Eve', NULL)
      ON CONFLICT DO NOTHING;
    INSERT INTO rooms SELECT n, 'Room ' || n FROM generate_series(1, 12) AS n ON CONFLICT DO NOTHING;
    INSERT INTO prices SELECT n, 11, 80 + n FROM generate_series(1, 12) AS n;
    DELETE FROM wishes`);
}
