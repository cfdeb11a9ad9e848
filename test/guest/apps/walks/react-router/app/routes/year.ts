import type { LoaderFunctionArgs } from 'react-router';
import { db } from '../db.server';

/** Takes long: somebody waits for it when the club is stopped. */
export async function loader({ params }: LoaderFunctionArgs) {
  return Response.json(await db.$queryRaw`SELECT ${params.year} AS year, pg_sleep(60)::text`);
}
