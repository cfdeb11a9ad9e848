import { currentGuest } from '../../../lib/guest';

/** Breakfast. */
export async function POST(request: Request) {
  const guest = await currentGuest();
  const { people, time } = await request.json();
  const errors = [];
  if (typeof time !== 'string') errors.push('time must be a text');
  // A mistake: guests may have breakfast alone.
  if (!(Number(people) > 1)) errors.push('people must be greater than 1');
  if (errors.length > 0) return Response.json({ errors }, { status: 400 });
  return Response.json({ guest: guest.name, people, time }, { status: 201 });
}
