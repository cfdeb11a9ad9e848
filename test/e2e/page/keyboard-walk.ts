import { expect, test } from 'vitest';
import { waitUntil } from '../small-book.ts';
import type { BigBook } from './big-book.ts';

/** Moving through the search page with few keys. */
export function keyboardWalk(book: BigBook): void {
  test('the tab key stops once in each row, and the arrow keys reach its cells', async () => {
    const page = await book.open('?limit=50');
    const first = page.locator('#results tbody tr').first();
    await first.locator('.url-link').focus();
    await page.keyboard.press('Tab');
    const inRow = (n: number) =>
      page
        .locator('#results tbody tr')
        .nth(n)
        .evaluate((row) => row.contains(document.activeElement));
    expect(await inRow(1)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.closest('td')?.className)).toBe('method');
    await page.keyboard.press('ArrowDown');
    expect(await inRow(2)).toBe(true);
  });

  test('back from a profile, the focus is on its row', async () => {
    const page = await book.open('?limit=100');
    const row = page.locator('#results tbody tr').nth(60);
    const token = await row.getAttribute('data-token');
    await row.locator('.url-link').click({ position: { x: 8, y: 8 } });
    await page.waitForURL(new RegExp(`/${token}`));
    await page.goBack();
    await waitUntil(async () =>
      page.evaluate(
        (wanted) => document.activeElement?.closest<HTMLElement>('tr')?.dataset.token === wanted,
        token,
      ),
    );
    expect(await row.evaluate((each) => each.getBoundingClientRect().top < innerHeight)).toBe(true);
    // From the profile, / keeps the search.
    await row.locator('.token a').click();
    await page.waitForURL(new RegExp(`/${token}`));
    await page.keyboard.press('/');
    await page.waitForURL(/#query$/);
    expect(await page.getByLabel('Search text').evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
  });

  test('completes fields and values of the page', async () => {
    const page = await book.open('?q=since:2026-11-11+until:2026-11-11');
    const input = page.getByRole('combobox', { name: 'Search text' });
    await input.press('End');
    await input.pressSequentially(' rou');
    await page.getByRole('option', { name: /^route:/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await input.inputValue()).toBe('since:2026-11-11 until:2026-11-11 route:');
    const value = await page.getByRole('option').first().innerText();
    await page.getByRole('option').first().click();
    expect(await input.inputValue()).toBe(`since:2026-11-11 until:2026-11-11 route:${value} `);
    await page.keyboard.press('Enter');
    await page.waitForURL(/route:/);
    expect(await page.locator('.chip').count()).toBe(3);
  });
}
