import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { db, pool } from '../db.server';

export async function loader({ params }: LoaderFunctionArgs) {
  const course = await db.course.findUnique({ where: { id: Number(params.id) } });
  return Response.json({ title: course?.title });
}

/** A court is locked for one course only. */
export async function action({ params }: ActionFunctionArgs) {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT * FROM courses WHERE id = $1 FOR UPDATE', [params.id]);
  // A mistake: the connection goes back to the pool only if there is such a course.
  if (rows.length === 0) return Response.json({ error: 'No such course' }, { status: 404 });
  await client.query('COMMIT');
  client.release();
  return Response.json({ locked: rows[0].id }, { status: 201 });
}
