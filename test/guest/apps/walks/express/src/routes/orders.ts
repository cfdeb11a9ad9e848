import { desc, eq } from 'drizzle-orm';
import { Router } from 'express';
import { db, items, orders as ordersTable } from '../db.ts';
import { type ShopUser, userOf } from '../users.ts';
import { readOrder } from './validate.ts';

export const orders = Router();

orders.get('/', async (_request, response) => {
  const found = await db.select().from(ordersTable).orderBy(desc(ordersTable.id)).limit(12);
  const list = [];
  for (const order of found) {
    const content = await db.select().from(items).where(eq(items.orderId, order.id));
    list.push({ ...order, total: content.reduce((total, { price }) => total + price, 0) });
  }
  response.json(list);
});

orders.get('/:id', async (request, response) => {
  const [order] = await db
    .select()
    .from(ordersTable)
    .where(eq(ordersTable.id, Number(request.params.id)));
  if (!order) return void response.status(404).json({ error: 'No such order' });
  response.json({ ...order, sentTo: labelOf(userOf(request)) });
});

orders.post('/', async (request, response) => {
  const { product, quantity } = readOrder(request.body);
  const [order] = await db
    .insert(ordersTable)
    .values({ userId: userOf(request).id, currency: 'EUR' })
    .returning();
  if (!order) throw new Error('The order was not stored');
  const rows = Array.from({ length: quantity }, () => ({ orderId: order.id, product, price: 2400 }));
  await db.insert(items).values(rows);
  await request.app.locals.mails.add('receipt', { order: order.id, to: String(request.body.mail) });
  response.status(201).json(order);
});

/** The address as it is printed on a parcel. */
function labelOf({ name, address }: ShopUser): string {
  const [street, city] = (address as string).split(', ');
  return [name, street, city?.toUpperCase()].join('\n');
}
