import { expect, test } from 'vitest';
import { liveText, waitUntil } from '../small-book.ts';
import type { BigBook } from './big-book.ts';
import { cells, count, queryText } from './search-walk.ts';

/** Keyboard, live tail, time zones, saved searches, print, and the page without script. */
export function browserFeaturesWalk(book: BigBook): void {
  test('by keyboard: search, move through the rows, open one, go to the next and back', async () => {
    const page = await book.open();
    await page.keyboard.press('/');
    await page.keyboard.type('status:404 kind:main');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=status:404/);
    const tokens = await cells(page, 'token');
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/${tokens[1]}`));
    await page.keyboard.press(']');
    await page.waitForURL(new RegExp(`/${tokens[2]}`));
    await page.keyboard.press('[');
    await page.waitForURL(new RegExp(`/${tokens[1]}`));
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()).toBe(true);
  });

  test('the live tail adds new rows on a big book', async () => {
    const page = await book.open('?q=host:tail.example');
    await page.keyboard.press('t');
    await waitUntil(async () => (await liveText(page)).includes('listening'));
    const draft = (i: number) => ({
      sample: { time: Date.now() * 1000 + i, host: 'tail.example', url: `https://tail.example/${i}` },
    });
    await book.write(Array.from({ length: 12 }, (_, i) => draft(i)));
    await waitUntil(async () => (await cells(page, 'url-cell')).length === 10);
    await waitUntil(async () => (await liveText(page)).includes('listening'));
    const shown = await cells(page, 'token');
    await page.goto(`${book.base}?q=host:tail.example`);
    expect(await cells(page, 'token')).toEqual(shown);
  });

  test("switches between the browser's time zone and UTC", async () => {
    const page = await book.open('?q=status:500');
    const [utc = ''] = await cells(page, 'time');
    await page.getByRole('link', { name: 'show in Europe/Zagreb' }).click();
    const [local = ''] = await cells(page, 'time');
    expect(Date.parse(`${local} UTC`) - Date.parse(`${utc} UTC`)).toBe(3_600_000);
    await page.getByRole('link', { name: 'show in UTC' }).click();
    expect((await cells(page, 'time'))[0]).toBe(utc);
  });

  test('saves a search in the browser and opens it again', async () => {
    const page = await book.open('?q=status:5xx+-host:blog.example&limit=50');
    await page.getByText('Saved searches').click();
    await page.getByLabel('Name of this search').fill('What broke');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(book.base);
    await page.getByText('Saved searches (1)').click();
    await page.getByRole('link', { name: 'What broke' }).click();
    expect(await queryText(page)).toBe('status:5xx -host:blog.example');
    expect(await count(page)).toBe('50 results found');
  });

  test('prints the results without the controls', async () => {
    const page = await book.open('?q=status:500');
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.search', '.bar', '.pages', '.live-line', '.facets'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await page.locator('#results').isVisible()).toBe(true);
    expect((await page.pdf()).length).toBeGreaterThan(5000);
    await page.goto(`${book.base}/${book.token('failed order')}?panel=everything`);
    for (const hidden of ['.rail', '.rail-phone', '.ways', '.neighbours'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await page.locator('#exception').isVisible()).toBe(true);
  });

  test('without script: search, filter, page, open and compare', async () => {
    const page = await book.open('', { javaScriptEnabled: false });
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Status', { exact: true }).fill('5xx');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await queryText(page)).toBe('status:5xx');
    await page.getByRole('link', { name: 'Hide sub-requests' }).click();
    await page.locator('.facet-host a').first().click();
    await page.getByRole('link', { name: 'Older ›' }).click();
    const [token = ''] = await cells(page, 'token');
    await page.locator('#results td.token a').first().click();
    expect(page.url()).toContain(`/${token}`);
    await page.getByRole('link', { name: 'Older ›' }).click();
    await page.locator('.compare-with summary').click();
    await page.locator('.compare-with input[name=b]').fill(token);
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.locator('h1').innerText()).toBe('Compare profiles');
    expect(await page.locator('.pairs').first().isVisible()).toBe(true);
  });
}
