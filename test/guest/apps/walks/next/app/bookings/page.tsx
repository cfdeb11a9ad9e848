import { book } from './book';

export const dynamic = 'force-dynamic';

export default function Bookings() {
  return (
    <form action={book}>
      <input name="room" />
      <input name="month" />
      <button type="submit">Book</button>
    </form>
  );
}
