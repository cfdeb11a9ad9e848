import type { FastifyInstance } from 'fastify';
import { sql } from '../db.ts';

export async function seats(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>('/:id', async ({ params }, reply) => {
    const [seat] = await sql`SELECT * FROM seats WHERE id = ${Number(params.id)}`;
    return seat ?? reply.code(404).send({ error: 'No such seat' });
  });

  /** A seat is taken by one guest only. */
  app.post<{ Params: { id: string } }>('/:id', async ({ params }, reply) => {
    const connection = await sql.reserve();
    const [seat] = await connection`SELECT * FROM seats WHERE id = ${Number(params.id)} FOR UPDATE`;
    // A mistake: the connection is released only if there is such a seat.
    if (!seat) return reply.code(404).send({ error: 'No such seat' });
    await connection`UPDATE seats SET taken = true WHERE id = ${seat.id}`;
    connection.release();
    return { taken: seat.id };
  });

  /** Which seats are taken, as it happens. */
  app.get<{ Params: { film: string } }>('/live/:film', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let n = 0;
    const timer = setInterval(
      () => reply.raw.write(`data: {"film":${request.params.film},"n":${++n}}\n\n`),
      50,
    );
    request.raw.on('close', () => clearInterval(timer));
  });
}
