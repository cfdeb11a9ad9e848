// A shop on NestJS with the SQLite of Node. Release 1.5.0 has the faults that test/guest/findings.guest.ts expects to be found.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadGatewayException, Controller, Get, Headers, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { gatebook } from 'gatebook/nest';

const isNew = process.env.RELEASE === '1.5.0';
const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE lines (order_id int, name text)');
const lineOf = db.prepare('SELECT name FROM lines WHERE order_id = ?');

class ShopController {
  async checkout(user: string) {
    const basket: { discount?: { percent: number } } = user === 'erin' ? {} : { discount: { percent: 5 } };
    await sleep(1);
    const percent = isNew ? discountOf(basket as Required<typeof basket>) : (basket.discount?.percent ?? 0);
    return { percent };
  }

  search() {
    const size = isNew ? 3_000_000 : 10;
    const count = db.prepare(
      `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT ${size}) SELECT count(*) FROM n`,
    );
    return count.get();
  }

  orders() {
    const lines: unknown[] = [];
    for (let order = 1; order <= 8; order++) lines.push(lineOf.all(order));
    return lines;
  }

  async rates() {
    const rates = await fetch(`${process.env.UPSTREAM}/${isNew ? 'v2' : 'v1'}/rates`);
    if (!rates.ok) throw new BadGatewayException(`The bank answered ${rates.status}`);
    return rates.json();
  }

  report() {
    // The response does not wait for it: the error ends the process.
    if (isNew) return new Promise(() => setTimeout(() => writeReport(null), 10));
    return 'done';
  }
}

function discountOf(basket: { readonly discount: { readonly percent: number } }): number {
  return basket.discount.percent;
}

function writeReport(rows: readonly string[] | null): number {
  if (rows === null) throw new RangeError('A report needs rows');
  return rows.length;
}

/** Applies decorators as functions, so that the app needs no compiler. */
function decorate(name: keyof ShopController, decorator: MethodDecorator): void {
  const descriptor = Object.getOwnPropertyDescriptor(ShopController.prototype, name);
  if (descriptor) decorator(ShopController.prototype, name, descriptor);
}
decorate('checkout', Post('checkout'));
Headers('x-user')(ShopController.prototype, 'checkout', 0);
for (const name of ['search', 'orders', 'rates', 'report'] as const) decorate(name, Get(name));
Controller()(ShopController);

class ShopModule {}
Module({ controllers: [ShopController] })(ShopModule);

const app = await NestFactory.create(ShopModule, { logger: ['error'] });
gatebook(app, {
  release: process.env.RELEASE,
  details: 'all',
  user: (request) => String(request.headers['x-user'] ?? ''),
});
await app.listen(Number(process.env.PORT), '127.0.0.1');
console.log('ready');
