import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type BigBook, PROFILES } from './big-book.ts';

export const count = (page: Page) => page.locator('.count').innerText();
export const cells = (page: Page, column: string) =>
  page.locator(`#results tbody td.${column}`).allInnerTexts();
export const queryText = (page: Page) => page.getByLabel('Search text').inputValue();
const tokens = (page: Page) => cells(page, 'token');
const survey = (page: Page) => page.locator('#survey-title').innerText();
async function openMenu(row: Locator): Promise<void> {
  await row.hover();
  await row.locator('.by summary').click();
}
const number = (text: string) => Number(text.replace(/\D/g, ''));

/** Profile Search: searching, filtering and paging. */
export function searchWalk(book: BigBook): void {
  test('lists the newest requests of the whole book, with the total', async () => {
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
    // A failed request counts once: its error stage is a profile too.
    const stages = number(await page.locator('#survey .stages a').innerText());
    expect(number(await survey(page)) + stages).toBeGreaterThanOrEqual(PROFILES);
    expect(stages).toBeGreaterThan(0);
  });

  test.each(['status', 'ip', 'method'])(
    'the menu of a row filters by its %s, or excludes it',
    async (column) => {
      const page = await book.open('?limit=50');
      const row = page.locator('#results tbody tr').nth(7);
      const value = await row.locator(`td.${column}`).innerText();
      await openMenu(row);
      await row.getByRole('link', { name: `Only this ${column}` }).click();
      expect(await queryText(page)).toBe(`${column}:${value}`);
      expect(new Set(await cells(page, column))).toEqual(new Set([value]));
      expect(await page.locator(`form.search [name=${column}]`).inputValue()).toBe(value);
      await page.goBack();
      await openMenu(row);
      await row.getByRole('link', { name: `Not this ${column}` }).click();
      expect(await queryText(page)).toBe(`-${column}:${value}`);
      expect(await cells(page, column)).not.toContain(value);
    },
  );

  test('the menu of a row filters by its hour or excludes its minute, and the address contains the whole search', async () => {
    const page = await book.open('?q=method:GET&limit=50');
    const row = page.locator('#results tbody tr').nth(20);
    const time = await row.locator('td.time').innerText();
    await openMenu(row);
    await row.getByRole('link', { name: 'Only this hour' }).click();
    const hours = (await cells(page, 'time')).map((text) => text.slice(0, 14));
    expect(new Set(hours)).toEqual(new Set([time.slice(0, 14)]));
    const rows = await tokens(page);
    const other = await book.open(page.url().slice(book.base.length));
    expect(await tokens(other)).toEqual(rows);
    await page.goBack();
    await openMenu(row);
    await row.getByRole('link', { name: 'Not this minute' }).click();
    const shown = await cells(page, 'time');
    expect(shown.some((text) => text.startsWith(time.slice(0, 17)))).toBe(false);
  });

  test('the menu of a row filters by its host and path', async () => {
    const page = await book.open('?q=route:/api/orders/:id&limit=50');
    const row = page.locator('#results tbody tr').nth(3);
    await openMenu(row);
    await row.getByRole('link', { name: 'Only this host' }).click();
    expect(await queryText(page)).toMatch(/^route:\/api\/orders\/:id host:\S+$/);
    await openMenu(row);
    await row.getByRole('link', { name: 'Not this path' }).click();
    expect(await queryText(page)).toMatch(/^route:\/api\/orders\/:id host:\S+ -url:\/api\/orders\/\S+\*$/);
  });

  test('filters can be removed, inverted and edited', async () => {
    const page = await book.open('?q=status:4xx+-client:scanner+method:GET&limit=50');
    const chips = page.locator('.chip .edit');
    expect(await chips.allInnerTexts()).toEqual(['status 4xx', 'not client scanner', 'method GET']);
    await page.getByRole('link', { name: 'Include instead: not client scanner' }).click();
    expect(await queryText(page)).toBe('status:4xx client:scanner method:GET');
    await page.getByRole('link', { name: 'Exclude instead: status 4xx' }).click();
    expect(await queryText(page)).toBe('-status:4xx client:scanner method:GET');
    await page.getByRole('link', { name: 'Remove filter: method GET' }).click();
    expect(await queryText(page)).toBe('-status:4xx client:scanner');
    await chips.nth(1).click();
    await page.keyboard.type('client:browser');
    await page.keyboard.press('Enter');
    await page.waitForURL(/client:browser/);
    expect(await queryText(page)).toBe('-status:4xx client:browser');
    await page.getByRole('link', { name: 'Clear' }).click();
    expect(new URL(page.url()).search).toBe('?limit=50');
  });

  test('time links replace the time range, and Zoom out makes it longer', async () => {
    const page = await book.open('?q=method:GET+since:2026-11-12T10:00Z+until:2026-11-12T10:59Z');
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Time range' }).getByText(name, { exact: true });
    const narrow = number(await survey(page));
    await link('Zoom out').click();
    expect(await queryText(page)).toBe('method:GET since:2026-11-12T09:00Z until:2026-11-12T11:59Z');
    expect(number(await survey(page))).toBeGreaterThanOrEqual(narrow);
    await link('24h').click();
    expect(await queryText(page)).toBe('method:GET since:24h');
    await link('Zoom out').click();
    expect(await queryText(page)).toBe('method:GET since:7d');
    expect(await link('7d').getAttribute('aria-current')).toBe('true');
    await link('All').click();
    expect(await queryText(page)).toBe('method:GET');
  });

  test('query text and form fields show the same filters', async () => {
    const page = await book.open();
    await page.getByLabel('Search text').fill('status:4xx -client:scanner');
    await page.getByText('Filters', { exact: true }).click();
    await page.locator('select[name=method]').selectOption('GET');
    await page.locator('select[name=limit]').selectOption('50');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(await queryText(page)).toBe('status:4xx -client:scanner method:GET');
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('4xx');
    expect(await count(page)).toBe('50 results found');
    expect((await cells(page, 'status')).every((status) => status.startsWith('4'))).toBe(true);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Status', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await queryText(page)).toBe('-client:scanner method:GET');
    expect(new URL(page.url()).searchParams.get('limit')).toBe('50');
  });

  test('a bar of the histogram filters by its time range, and the table has the same links', async () => {
    const page = await book.open('?q=status:5xx');
    const all = number(await survey(page));
    const bar = page.locator('.histogram .bars a').nth(10);
    const expected = number(/: ([\d,]+) \(/.exec(await bar.locator('title').innerHTML())?.[1] ?? '');
    const href = (await bar.getAttribute('href')) ?? '';
    await page.locator('.histogram .behind summary').click();
    expect(await page.locator('.counts [role=row] a').nth(10).getAttribute('href')).toBe(href);
    await bar.click();
    expect(await queryText(page)).toMatch(/^status:5xx since:\S+ until:\S+$/);
    expect(number(await survey(page))).toBe(expected);
    expect(expected).toBeLessThan(all);
  });

  test.each(['status', 'method', 'host', 'route', 'operation', 'client'])(
    'the facet %s shows counts, and adds and removes its filter',
    async (facet) => {
      const page = await book.open('?q=since:2026-11-11+until:2026-11-11');
      const item = page.locator(`.facet-${facet} li:has(a)`).nth(1);
      const expected = number(await item.locator('.n').innerText());
      await item.locator('a.value').click();
      expect(number(await survey(page))).toBe(expected);
      await page.locator(`.facet-${facet} a.on`).click();
      expect(await queryText(page)).toBe('since:2026-11-11 until:2026-11-11');
    },
  );

  test('sub-requests are shown below their main request, and one click hides them', async () => {
    const page = await book.open('?q=status:5xx+kind:main,error&limit=50');
    expect(await page.locator('#results tr.sub').count()).toBeGreaterThan(10);
    const other = await book.open('?q=status:5xx');
    await other.getByRole('link', { name: 'Hide sub-requests' }).click();
    expect(await queryText(other)).toBe('status:5xx kind:main');
    expect(await other.locator('#results tr.sub').count()).toBe(0);
    await other.getByRole('link', { name: 'Show sub-requests' }).click();
    expect(await queryText(other)).toBe('status:5xx');
  });

  test('older and newer pages have no gaps and no duplicates', async () => {
    const page = await book.open('?q=status:404&limit=10');
    const pages: string[][] = [await tokens(page)];
    for (let i = 0; i < 4; i++) {
      await page.getByRole('link', { name: 'Older ›' }).click();
      pages.push(await tokens(page));
    }
    const whole = await book.open('?q=status:404&limit=50');
    expect(pages.flat()).toEqual(await tokens(whole));
    for (let i = 3; i >= 0; i--) {
      await page.getByRole('link', { name: '‹ Newer' }).click();
      expect(await tokens(page)).toEqual(pages[i]);
    }
  });

  test.each([10, 50, 100])('a page of %i', async (limit) => {
    const page = await book.open();
    await page.getByText('Filters', { exact: true }).click();
    await page.locator('select[name=limit]').selectOption(String(limit));
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await count(page)).toBe(`${limit} results found`);
    expect(await tokens(page)).toHaveLength(limit);
  });
}
