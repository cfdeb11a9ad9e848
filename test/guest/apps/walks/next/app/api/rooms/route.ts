import { pool } from '../../../lib/db';

export const dynamic = 'force-dynamic';

export async function GET() {
  const { rows } = await pool.query('SELECT id FROM rooms ORDER BY id');
  return Response.json(rows);
}
