import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { quantile } from '../../../bench/figures.ts';
import { figure } from '../../support/figure.ts';
import { type BigBook, PROFILES } from './big-book.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const MOST = 1.3;
/** Few rounds on a busy machine tell only what is far off. */
const FAR_OFF = 2;

/** When the first of a page is seen, beside the same table as a file: a new visitor each time, the two in turn. */
export function paintsSoon(book: BigBook): void {
  test('the first paint is not later than 1.3 times that of the table as static HTML', {
    timeout: 400_000,
  }, async () => {
    const page = await book.open('?limit=50');
    const table = await page.locator('#results').evaluate(({ outerHTML }) => outerHTML);
    const style = await (await fetch(new URL(await styleOf(page), book.base))).text();
    const still = await serveStill(table, style);
    const times: Record<'page' | 'still', number[]> = { page: [], still: [] };
    for (let round = -2; round < ROUNDS; round++) {
      for (const [name, address] of [
        ['still', still.address],
        ['page', `${book.base}?limit=50`],
      ] as const) {
        const took = await firstPaint(book, address);
        if (round >= 0) times[name].push(took);
      }
    }
    still.close();
    const [ours, bare] = [quantile(times.page, 0.5), quantile(times.still, 0.5)];
    figure(
      'first contentful paint',
      `${ours.toFixed(0)} ms, ${(ours / bare).toFixed(2)} x static HTML (${bare.toFixed(0)} ms; at most 1.3; medians of ${ROUNDS})`,
    );
    expect(ours / bare).toBeLessThanOrEqual(PROFILES >= 1_000_000 ? MOST : FAR_OFF);
  });
}

const styleOf = (page: Awaited<ReturnType<BigBook['open']>>) =>
  page.locator('link[rel=stylesheet]').evaluate((link) => (link as HTMLLinkElement).href);

/** The table as it is, and the style it is shown in: two files, as the simplest of pages would be. */
async function serveStill(table: string, style: string): Promise<{ address: string; close(): void }> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="stylesheet" href="/style.css"><body>${table}</body></html>`;
  const server = createServer((request, response) => {
    const isStyle = request.url === '/style.css';
    response.setHeader('Content-Type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    response.end(isStyle ? style : html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** In milliseconds since the address was asked for. */
async function firstPaint(book: BigBook, address: string): Promise<number> {
  const context = await book.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return took;
}
