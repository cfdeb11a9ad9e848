import { pool } from '../../../../lib/db';
import { currentGuest } from '../../../../lib/guest';

/** Takes long: somebody waits for it when the hotel is stopped. */
export async function GET(_request: Request, { params }: { params: Promise<{ year: string }> }) {
  const { year } = await params;
  await currentGuest();
  const { rows } = await pool.query('SELECT $1::text AS year, pg_sleep(60)', [year]);
  return Response.json(rows);
}
