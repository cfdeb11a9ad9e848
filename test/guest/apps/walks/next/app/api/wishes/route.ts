import { pool } from '../../../lib/db';
import { currentGuest } from '../../../lib/guest';

export async function POST(request: Request) {
  await currentGuest();
  const { room, text } = await request.json();
  await pool.query('INSERT INTO wishes (room_id, text) VALUES ($1, $2)', [room, text ?? null]);
  return Response.json({ room }, { status: 201 });
}
