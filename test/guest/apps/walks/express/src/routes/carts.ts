import { eq, inArray } from 'drizzle-orm';
import { Router } from 'express';
import { carts as cartsTable, db } from '../db.ts';

export const carts = Router();

carts.post('/', async (request, response) => {
  const { content = null, expired = false } = request.body ?? {};
  const [cart] = await db.insert(cartsTable).values({ content, expired }).returning();
  response.status(201).json(cart);
});

/** Removes the carts that expired. Runs now and then, outside of any request. */
export async function sweepCarts(): Promise<void> {
  const expired = await db.select().from(cartsTable).where(eq(cartsTable.expired, true));
  if (expired.length === 0) return;
  const sizes = expired.map((cart) => JSON.parse(cart.content as string).length);
  console.log(`${sizes.length} carts expired`);
  await db.delete(cartsTable).where(
    inArray(
      cartsTable.id,
      expired.map(({ id }) => id),
    ),
  );
}
