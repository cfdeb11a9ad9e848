import { useLoaderData } from 'react-router';
import { db } from '../db.server';

interface Row {
  readonly title: string;
  readonly trainer: string;
}

/** A query for each course. */
export async function loader() {
  const rows: Row[] = [];
  for (const { title, trainerId } of await db.course.findMany({ take: 12 })) {
    const trainer = await db.trainer.findUnique({ where: { id: trainerId } });
    rows.push({ title, trainer: trainer?.name ?? 'unknown' });
  }
  return { rows };
}

export default function Courses() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <ul>
      {rows.map(({ title, trainer }) => (
        <li key={title}>
          {title} with {trainer}
        </li>
      ))}
    </ul>
  );
}
