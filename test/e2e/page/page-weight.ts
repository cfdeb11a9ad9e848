import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { WITH_KEY } from '../../support/key.ts';
import type { BigBook } from './big-book.ts';

const MAX_BYTES = 60_000;

/** The bytes that a first visit to the search transfers, counted by the browser with headers. */
export function testPageWeight(book: BigBook): void {
  test.each(['', '?limit=100'])(`the search transfers at most 60 KB: %s`, async (query) => {
    const context = await book.browser.newContext({ extraHTTPHeaders: WITH_KEY });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const bytes = new Map<string, number>();
    const names = new Map<string, string>();
    await network.send('Network.enable');
    network.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, response.url));
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    );
    await page.goto(book.base + query, { waitUntil: 'networkidle' });
    const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    const hosts = new Set([...names.values()].map((url) => new URL(url).origin));
    await context.close();
    expect(bytes.size).toBeGreaterThanOrEqual(3);
    expect(bytes.size).toBeLessThanOrEqual(4);
    expect([...hosts]).toEqual([new URL(book.base).origin]);
    const rows = query === '' ? 10 : 100;
    figure(
      `weight with ${rows} rows`,
      `${(total / 1000).toFixed(1)} KB in ${bytes.size} responses (at most 60)`,
    );
    expect(total).toBeLessThanOrEqual(MAX_BYTES);
  });
}
