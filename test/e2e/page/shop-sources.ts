import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The working directory of the shop, with its source files. */
export const HOME = mkdtempSync(join(tmpdir(), 'shop-'));
export const ORDERS = join(HOME, 'src/orders.js');

const SOURCE = `import { db } from './db.js';
import { charge } from './payments.js';

/** An order is paid before it is shipped. */
export async function placeOrder(cart, customer) {
  const total = cart.lines.reduce((sum, line) => sum + line.price * line.count, 0);
  const receipt = await charge(customer.card, total, { timeout: 2000 });
  if (receipt.declined) throw new OrderError(\`declined: \${receipt.reason}\`);
  return db.orders.insert({ customer: customer.id, total, receipt: receipt.id });
}
`;

export function writeSources(): void {
  mkdirSync(join(HOME, 'src'), { recursive: true });
  writeFileSync(ORDERS, SOURCE);
  // Older than the sample requests, so the page does not report a change.
  utimesSync(ORDERS, 1_790_000_000, 1_790_000_000);
}
