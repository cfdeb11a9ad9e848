import postgres from 'postgres';

export const sql = postgres(process.env.DATABASE_URL ?? '', { max: 3, onnotice: () => {} });

export interface Guest {
  readonly id: string;
  readonly name: string;
  /** Guests without a card have none. */
  readonly card: { readonly discount: number } | null;
}

export interface Film {
  readonly id: number;
  readonly title: string;
  readonly director_id: number;
}

/** The tables of the cinema, with three guests and twelve films. */
export async function createTables(): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS guests (id text PRIMARY KEY, name text NOT NULL, card jsonb)`;
  await sql`CREATE TABLE IF NOT EXISTS directors (id int PRIMARY KEY, name text NOT NULL)`;
  await sql`CREATE TABLE IF NOT EXISTS films (id int PRIMARY KEY, title text NOT NULL, director_id int NOT NULL)`;
  await sql`CREATE TABLE IF NOT EXISTS seats (id int PRIMARY KEY, film_id int NOT NULL, taken boolean NOT NULL)`;
  const card = sql.json({ discount: 10 });
  await sql`
    INSERT INTO guests VALUES ('ana', 'Ana', ${card}), ('bob', 'Bob', ${card}), ('eve', 'Eve', NULL)
    ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO directors SELECT n, 'Director ' || n FROM generate_series(1, 3) AS n ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO films SELECT n, 'Film ' || n, n % 3 + 1 FROM generate_series(1, 12) AS n ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO seats SELECT n, n % 12 + 1, false FROM generate_series(1, 48) AS n ON CONFLICT DO NOTHING`;
}

export async function findGuest(id: string): Promise<Guest | null> {
  const [guest] = await sql<Guest[]>`SELECT * FROM guests WHERE id = ${id}`;
  return guest ?? null;
}
