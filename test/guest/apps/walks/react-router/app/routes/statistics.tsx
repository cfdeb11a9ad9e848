import { useLoaderData } from 'react-router';
import { db } from '../db.server';

interface Row {
  readonly trainer_id: number;
  readonly courses: number;
}

export async function loader() {
  const rows = await db.$queryRaw<Row[]>`
    SELECT trainer_id, count(*)::int AS courses, pg_sleep(0.15)::text FROM courses GROUP BY trainer_id`;
  return { rows, total: rows.reduce((total, { courses }) => total + courses, 0) };
}

export default function Statistics() {
  const { rows, total } = useLoaderData<typeof loader>();
  return (
    <ul>
      {rows.map(({ trainer_id, courses }) => (
        <li key={trainer_id}>
          {trainer_id}: {courses} of {total}
        </li>
      ))}
    </ul>
  );
}
