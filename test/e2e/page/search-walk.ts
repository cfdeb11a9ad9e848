import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type BigBook, PROFILES } from './big-book.ts';

export const count = (page: Page) => page.locator('.count').innerText();
export const cells = (page: Page, column: string) =>
  page.locator(`#results tbody td.${column}`).allInnerTexts();
export const asked = (page: Page) => page.getByLabel('Search text').inputValue();
const tokens = (page: Page) => cells(page, 'token');
const survey = (page: Page) => page.locator('#survey-title').innerText();
const number = (text: string) => Number(text.replace(/\D/g, ''));

/** Profile Search: finding, narrowing and reading on. */
export function searchWalk(book: BigBook): void {
  test('the whole book is listed, newest first, with an honest total', async () => {
    const page = await book.open();
    expect(await page.locator('h1').innerText()).toBe('Profile Search');
    expect(await count(page)).toBe('10 results found');
    expect(await page.locator('#results thead th').allInnerTexts()).toEqual([
      'Status',
      'IP',
      'Method',
      'URL',
      'Time',
      'Token',
    ]);
    expect(number(await survey(page))).toBeGreaterThanOrEqual(PROFILES);
  });

  test.each([
    ['status', 'status'],
    ['ip', 'ip'],
    ['method', 'method'],
  ])('a click on a %s finds its like', async (column, field) => {
    const page = await book.open('?limit=50');
    const cell = page.locator(`#results td.${column} a`).nth(7);
    const value = await cell.innerText();
    await cell.click();
    expect(await asked(page)).toBe(`${field}:${value}`);
    expect(new Set(await cells(page, column))).toEqual(new Set([value]));
    expect(await page.locator(`form.search [name=${field}]`).inputValue()).toBe(value);
  });

  test('a click on a time finds the hour, and the address holds the whole search', async () => {
    const page = await book.open('?q=method:GET&limit=50');
    const time = page.locator('#results td.time a').nth(20);
    const hour = (await time.innerText()).slice(0, 14);
    await time.click();
    expect(new Set((await cells(page, 'time')).map((text) => text.slice(0, 14)))).toEqual(new Set([hour]));
    const rows = await tokens(page);
    const other = await book.open(page.url().slice(book.base.length));
    expect(await tokens(other)).toEqual(rows);
  });

  test('host and path of a URL are offered on the row that is pointed at', async () => {
    const page = await book.open('?q=route:/api/orders/:id&limit=50');
    await page.locator('#results tbody tr').nth(3).hover();
    await page.getByRole('link', { name: 'this host' }).and(page.locator(':visible')).click();
    expect(await asked(page)).toMatch(/^route:\/api\/orders\/:id host:\S+$/);
  });

  test('box and form stay in step', async () => {
    const page = await book.open();
    await page.getByLabel('Search text').fill('status:4xx -client:scanner');
    await page.locator('select[name=method]').selectOption('GET');
    await page.locator('select[name=limit]').selectOption('50');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(await asked(page)).toBe('status:4xx -client:scanner method:GET');
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('4xx');
    expect(await count(page)).toBe('50 results found');
    expect((await cells(page, 'status')).every((status) => status.startsWith('4'))).toBe(true);
    await page.getByLabel('Status', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(await asked(page)).toBe('-client:scanner method:GET');
    expect(new URL(page.url()).searchParams.get('limit')).toBe('50');
  });

  test('a bar of the histogram narrows to its time, and its table says the same', async () => {
    const page = await book.open('?q=status:5xx');
    const all = number(await survey(page));
    const bar = page.locator('.histogram svg a').nth(10);
    const told = number(/: ([\d,]+) \(/.exec(await bar.locator('title').innerHTML())?.[1] ?? '');
    const href = (await bar.getAttribute('href')) ?? '';
    await page.locator('.behind summary').click();
    expect(await page.locator('.counts [role=row] a').nth(10).getAttribute('href')).toBe(href);
    await bar.click();
    expect(await asked(page)).toMatch(/^status:5xx since:\S+ until:\S+$/);
    expect(number(await survey(page))).toBe(told);
    expect(told).toBeLessThan(all);
  });

  test.each(['status', 'method', 'host', 'route', 'client'])(
    'the facet %s counts, narrows and lets go',
    async (facet) => {
      const page = await book.open('?q=since:2026-11-11+until:2026-11-11');
      const item = page.locator(`.facet-${facet} li:has(a)`).nth(1);
      const told = number(await item.locator('.n').innerText());
      await item.locator('a').click();
      expect(number(await survey(page))).toBe(told);
      await page.locator(`.facet-${facet} a.on`).click();
      expect(await asked(page)).toBe('since:2026-11-11 until:2026-11-11');
    },
  );

  test('sub-requests hang from their request, and one click hides them', async () => {
    const page = await book.open('?q=status:5xx+kind:main,error&limit=50');
    expect(await page.locator('#results tr.sub').count()).toBeGreaterThan(10);
    const other = await book.open('?q=status:5xx');
    await other.getByRole('link', { name: 'Hide sub-requests' }).click();
    expect(await asked(other)).toBe('status:5xx kind:main');
    expect(await other.locator('#results tr.sub').count()).toBe(0);
    await other.getByRole('link', { name: 'Show sub-requests' }).click();
    expect(await asked(other)).toBe('status:5xx');
  });

  test('older and newer pages join without a gap or a repeat', async () => {
    const page = await book.open('?q=status:404&limit=10');
    const seen: string[][] = [await tokens(page)];
    for (let i = 0; i < 4; i++) {
      await page.getByRole('link', { name: 'Older ›' }).click();
      seen.push(await tokens(page));
    }
    const whole = await book.open('?q=status:404&limit=50');
    expect(seen.flat()).toEqual(await tokens(whole));
    for (let i = 3; i >= 0; i--) {
      await page.getByRole('link', { name: '‹ Newer' }).click();
      expect(await tokens(page)).toEqual(seen[i]);
    }
  });

  test.each([10, 50, 100])('a page of %i', async (limit) => {
    const page = await book.open();
    await page.locator('select[name=limit]').selectOption(String(limit));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(await count(page)).toBe(`${limit} results found`);
    expect(await tokens(page)).toHaveLength(limit);
  });
}
