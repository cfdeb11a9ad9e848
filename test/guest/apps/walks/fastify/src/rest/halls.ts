import { pbkdf2Sync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from '../db.ts';

export async function halls(app: FastifyInstance): Promise<void> {
  app.get('/', async () => ['large', 'small']);

  app.get('/occupancy', async () => {
    const rows = await sql`SELECT film_id, count(*) AS seats, pg_sleep(0.04) FROM seats GROUP BY film_id`;
    return rows;
  });

  /** Takes long: somebody waits for it when the cinema is stopped. */
  app.get<{ Params: { year: string } }>('/year/:year', async ({ params }) => {
    return sql`SELECT ${params.year} AS year, pg_sleep(60)`;
  });

  /** A plan of the hall that can't be forged. It takes the processor, and with it everybody else's requests. */
  app.get<{ Params: { id: string } }>('/:id/plan', async ({ params }) => {
    const start = Date.now();
    let signature = Buffer.from(params.id);
    while (Date.now() - start < 400) signature = pbkdf2Sync('plan', signature, 10_000, 64, 'sha512');
    return { signature: signature.toString('hex') };
  });

  /** All frames of the film, in memory. */
  app.get('/preview', async () => {
    const frames: string[][] = [];
    for (let second = 1; second <= 100_000; second++) frames.push(await framesOf(second));
    return frames.flat().join('\n');
  });
}

async function framesOf(second: number): Promise<string[]> {
  if (second % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 40));
  return new Array(100_000).fill(`frame of second ${second}`);
}
