import type { FastifyInstance } from 'fastify';
import { discountOf } from '../cards.ts';
import type { Guest } from '../db.ts';

interface Order {
  readonly film: number;
  readonly count: number;
  readonly voucher?: string;
}

const BODY = {
  type: 'object',
  required: ['film', 'count'],
  properties: {
    film: { type: 'integer' },
    // A mistake: guests may come alone.
    count: { type: 'integer', minimum: 2 },
    voucher: { type: 'string' },
  },
};

export async function tickets(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Order }>('/', { schema: { body: BODY } }, async ({ body, user }, reply) => {
    const off = body.voucher === undefined ? 0 : worthOf(body.voucher);
    return reply.code(201).send({ film: body.film, guest: user?.id, price: body.count * 8 - off });
  });

  /** What the card of a guest is worth. */
  app.get('/card', async ({ user }) => ({ discount: discountOf(user as Guest) }));

  /** The bank is on another server. */
  app.get('/:id/payment', async (request) => {
    const { id } = request.params as { id: string };
    const answer = await fetch(`${process.env.UPSTREAM}/payments/${id}`);
    return { paid: answer.ok };
  });
}

/** Since release 1.5.0, a voucher has a year. */
function worthOf(voucher: string): number {
  const [value, year] = voucher.split('/');
  if (process.env.RELEASE !== '1.4.0' && year === undefined) throw new RangeError('The voucher has no year');
  return Number(value);
}
