import { pool, type Room } from '../../lib/db';
import { currentGuest } from '../../lib/guest';

export default async function Rooms() {
  const { name } = await currentGuest();
  const { rows } = await pool.query<Room>('SELECT * FROM rooms ORDER BY id');
  return (
    <main>
      <h1>Welcome, {name}</h1>
      {rows.map((room) => (
        <p key={room.id}>
          {room.name}: <Price room={room} />
        </p>
      ))}
    </main>
  );
}

/** A query for each room. */
async function Price({ room }: { room: Room }) {
  const { rows } = await pool.query('SELECT euro FROM prices WHERE room_id = $1 LIMIT 1', [room.id]);
  return <b>{rows[0].euro} €</b>;
}
