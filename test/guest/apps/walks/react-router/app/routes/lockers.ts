import type { ActionFunctionArgs } from 'react-router';
import { db } from '../db.server';

export async function action({ request }: ActionFunctionArgs) {
  const { note } = await request.json();
  return Response.json(await db.locker.create({ data: { note } }), { status: 201 });
}
