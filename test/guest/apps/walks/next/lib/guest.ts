import { user } from 'gatebook';
import { headers } from 'next/headers';
import { type Guest, pool } from './db';

/** A proxy in front of the hotel has signed the guest in. */
export async function currentGuest(): Promise<Guest> {
  const id = (await headers()).get('x-user');
  const { rows } = await pool.query<Guest>('SELECT * FROM guests WHERE id = $1', [id]);
  const [guest] = rows;
  if (!guest) throw new Error('No guest is signed in');
  user(guest.id);
  return guest;
}
