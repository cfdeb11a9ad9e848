import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../support/test-page.ts';
import { liveText, waitUntil } from '../small-book.ts';
import type { BigBook } from './big-book.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { cells, queryText } from './search-walk.ts';
import { Walk } from './walk.ts';

type ExpectActions = (name: string, walk: Walk, actions: number) => Promise<void>;

const SHOP = 'https://shop.example';
const CHECKOUT = "TypeError: reading 'total' at checkout (src/checkout.js)";
const visits = (page: Page) => page.locator('.listed td.url-cell').allInnerTexts();
const minutesAgo = (minutes: number) => (Date.now() - minutes * 60_000) * 1000;

/** What somebody does who looks into an incident. */
export function testIncidentTasks(book: BigBook, expectActions: ExpectActions): void {
  test('scanners and their block list', async () => {
    await book.write([
      { sample: { time: minutesAgo(3), ip: '203.0.113.77', client: 'scanner', url: `${SHOP}/.env` } },
    ]);
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.getByRole('link', { name: 'Clients', exact: true }));
    expect(await page.locator('.got-through').innerText()).toContain('203.0.113.77');
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      walk.click(page.getByRole('link', { name: 'Block list' })),
    ]);
    expect(readFileSync(await list.path(), 'utf8')).toContain('203.0.113.77\n');
    await expectActions('scanners and block list', walk, 2);
  });

  test('the last hour of one user, in order', async () => {
    await book.write([
      { sample: { time: minutesAgo(40), user: 'dina', url: `${SHOP}/cart` } },
      { sample: { time: minutesAgo(12), user: 'dina', url: `${SHOP}/checkout`, status: 500 } },
      { sample: { time: minutesAgo(39), user: 'dina', url: `${SHOP}/login` } },
    ]);
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.locator('.facet-user').getByRole('link', { name: 'dina', exact: true }));
    await walk.click(page.getByRole('link', { name: 'Clients', exact: true }));
    expect(await visits(page)).toEqual([`${SHOP}/cart`, `${SHOP}/login`, `${SHOP}/checkout`]);
    expect(await page.locator('.listed .gap').allInnerTexts()).toEqual(['27 min later']);
    await expectActions("one user's hour in order", walk, 2);
    const byUser = new Walk(await book.open('/clients?q=since:1h'));
    await byUser.click(byUser.page.getByRole('link', { name: 'User', exact: true }));
    await byUser.click(byUser.page.getByRole('link', { name: 'dina', exact: true }));
    expect(await visits(byUser.page)).toHaveLength(3);
    expect(byUser.actions).toBe(2);
  });

  test('a slow request against a fast one', async () => {
    const report = (time: number, query: number): ProfileDraft => ({
      sample: {
        time,
        url: `${SHOP}/totals`,
        route: '/totals',
        duration: query + 3000,
        queries: 2,
        queryTime: query + 900,
        release: query > 10_000 ? '1.5.0' : '1.4.0',
      },
      detail: {
        phases: { handler: 300, headers: query + 2500, finished: query + 3000 },
        spans: [
          { ...sql('SELECT id FROM sessions WHERE key = $1', 400), duration: 900 },
          { ...sql('SELECT sum(total) FROM orders WHERE year = $1', 1500), duration: query },
        ],
      },
    });
    await book.write([report(minutesAgo(2), 4000), report(minutesAgo(1), 680_000)]);
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const walk = new Walk(await book.open('?q=route:/totals'));
      const rows = walk.page.locator('#results tbody tr');
      await walk.click(rows.nth(first).getByRole('checkbox'));
      await walk.click(rows.nth(second).getByRole('checkbox'));
      await walk.click(walk.page.getByRole('link', { name: 'Compare', exact: true }));
      const [difference] = await walk.page.locator('#differences tbody tr').allInnerTexts();
      expect(difference).toContain('SELECT sum(total) FROM orders WHERE year = $1');
      expect(difference).toContain('680 ms');
      if (first === 0) await expectActions('slow against fast', walk, 3);
    }
  });

  test('an N+1 query', async () => {
    const statement = 'SELECT * FROM reviews WHERE product = $1';
    await book.write(
      Array.from({ length: 6 }, (_, i) => ({
        sample: {
          time: minutesAgo(i + 1),
          url: `${SHOP}/products/${i}`,
          route: '/reviewed/:id',
          queries: 14,
          queryTime: 9000,
        },
        detail: {
          spans: Array.from({ length: 14 }, (_, n) => ({
            ...sql(statement, 500 * n),
            calledFrom: 'src/reviews.js:12:20',
          })),
        },
      })),
    );
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.getByRole('link', { name: 'Routes', exact: true }));
    await walk.click(page.locator('tr', { hasText: '/reviewed/:id' }).getByRole('link', { name: 'N+1' }));
    const queries = await page.locator('#queries').innerText();
    expect(queries).toContain('the same query ran 14 times');
    expect(queries).toContain('src/reviews.js:12:20');
    expect(queries).toContain(statement);
    await expectActions('N+1', walk, 2);
  });

  test('why a checkout fails for one user since a release', async () => {
    const checkouts = (count: number, from: number, sample: ProfileDraft['sample']): ProfileDraft[] =>
      Array.from({ length: count }, (_, i) => ({
        sample: {
          time: minutesAgo(from - i / 10),
          method: 'POST',
          url: `${SHOP}/checkout`,
          route: '/checkout',
          user: `user-${i % 9}`,
          ...sample,
        },
      }));
    const failed = { status: 500, error: 'TypeError', errorGroup: CHECKOUT, user: 'erin', release: '3.1.0' };
    await book.write([
      ...checkouts(60, 55, { release: '3.0.0' }),
      ...checkouts(15, 54, { release: '3.0.0', user: 'erin' }),
      ...checkouts(60, 30, { release: '3.1.0' }),
      ...checkouts(12, 20, failed),
    ]);
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.getByRole('link', { name: 'Overview', exact: true }));
    const finding = page.locator('.findings li', { hasText: "reading 'total'" });
    expect(await finding.innerText()).toContain('New in 3.1.0');
    await walk.click(finding.getByRole('link').first());
    const [first] = await page.locator('.in-common tbody tr').allInnerTexts();
    expect(first).toContain('user erin and release 3.1.0');
    expect(first).toContain('100 %');
    await walk.click(page.locator('.in-common').getByRole('link', { name: 'Only this' }).first());
    expect(await page.locator('.listed tbody tr').count()).toBe(10);
    await expectActions('why one user fails', walk, 3);
  });

  test('a route that became slower, and why', async () => {
    const statement = 'SELECT * FROM prices WHERE lower(name) = $1';
    const visits = (count: number, from: number, isSlow: boolean): ProfileDraft[] =>
      Array.from({ length: count }, (_, i) => ({
        sample: {
          time: minutesAgo(from - i / 5),
          url: `${SHOP}/catalog/${i}`,
          route: '/catalog/:id',
          duration: (isSlow ? 400_000 : 8000) + i * 20,
          queries: isSlow ? 2 : 1,
        },
        detail: {
          spans: [
            sql('SELECT * FROM catalog WHERE id = $1', 500),
            ...(isSlow ? [{ ...sql(statement, 1000), duration: 390_000 }] : []),
          ],
        },
      }));
    await book.write([...visits(100, 110, false), ...visits(60, 40, true)]);
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.getByRole('link', { name: 'Overview', exact: true }));
    const finding = page.locator('.findings li', { hasText: '/catalog/:id' });
    expect(await finding.innerText()).toContain(`a new query takes`);
    await walk.click(finding.getByRole('link').first());
    expect(await page.locator('.said').innerText()).toContain(statement);
    await expectActions('slower route and why', walk, 2);
  });

  test('live on one route', async () => {
    const order = (offset: number) => ({
      time: Date.now() * 1000 + offset,
      url: `${SHOP}/live`,
      route: '/live/:id',
    });
    await book.write(Array.from({ length: 40 }, (_, i) => ({ sample: order(-1000 * i) })));
    const walk = new Walk(await book.open('?q=since:1h'));
    const { page } = walk;
    await walk.click(page.locator('.facet-route').getByRole('link', { name: '/live/:id', exact: true }));
    await walk.click(page.getByRole('button', { name: 'Live' }));
    expect(await queryText(page)).toBe('since:1h route:/live/:id');
    await waitUntil(async () => (await liveText(page)).includes('listening'));
    await expectActions('live on one route', walk, 2);
    await book.write([
      { sample: order(1) },
      { sample: { ...order(2), url: `${SHOP}/other`, route: '/other' } },
      { sample: order(3) },
    ]);
    await waitUntil(async () => (await liveText(page)).includes('2 new'));
    expect(await cells(page, 'url-cell')).toEqual(Array(10).fill(`${SHOP}/live`));
  });
}
