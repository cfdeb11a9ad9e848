import { pbkdf2Sync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Router } from 'express';
import { db } from '../db.ts';

export const reports = Router();

reports.get('/sales', async (_request, response) => {
  const { rows } = await db.execute(
    sql`SELECT product, sum(price) AS total, pg_sleep(0.4) FROM items WHERE product LIKE '%pot' GROUP BY product`,
  );
  response.json(rows);
});

/** Takes long: somebody waits for it when the shop is stopped. */
reports.get('/year/:year', async (request, response) => {
  const { rows } = await db.execute(sql`SELECT ${request.params.year} AS year, pg_sleep(60)`);
  response.json(rows);
});

/** A signature that takes the processor for a while, and with it everybody else's requests. */
reports.get('/signed', (_request, response) => {
  const start = Date.now();
  let signature = Buffer.alloc(0);
  while (Date.now() - start < 400) signature = pbkdf2Sync('report', signature, 10_000, 64, 'sha512');
  response.json({ signature: signature.toString('hex') });
});

reports.get('/quick', (_request, response) => response.json({ ok: true }));

/** Every row of the year, in memory. */
reports.get('/export', async (_request, response) => {
  const days: string[][] = [];
  for (let day = 1; day <= 100_000; day++) days.push(await salesOf(day));
  response.send(days.flat().join('\n'));
});

async function salesOf(day: number): Promise<string[]> {
  if (day % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 40));
  return new Array(100_000).fill(`${day};Teapot;2400`);
}
