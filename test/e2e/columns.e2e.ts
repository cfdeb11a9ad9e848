import { expect, test } from 'vitest';
import { screenshot } from './browser.ts';
import { liveText, tokens, useSmallBook, waitUntil } from './small-book.ts';

const book = useSmallBook();
const SIX = ['Status', 'IP', 'Method', 'URL', 'Time', 'Token'];
const SAMPLES = Array.from({ length: 8 }, (_, n) => ({
  duration: 1 + 37 ** n / 100,
  status: n % 3 === 0 ? 500 : 200,
  error: n % 3 === 0 ? 'QueryFailedError' : '',
  queries: n * 7,
  user: n % 2 === 0 ? 'ana@shop.example' : '',
  url: `https://shop.example/api/orders/${n}?expand=items,customer,shipping-address&page=${n}`,
}));

test('columns are switched on and off without script, and stay in the address', async () => {
  await book.write(...SAMPLES);
  const page = await book.open('?q=shop', { javaScriptEnabled: false });
  const headings = () => page.locator('#results thead th').allInnerTexts();
  expect(await headings()).toEqual(SIX);
  for (const name of ['Duration', 'Queries', 'User', 'Error']) {
    await page.getByText('Columns').click();
    await page.getByRole('link', { name: `Show the column ${name}` }).click();
  }
  expect(await headings()).toEqual([...SIX, 'Duration', 'Queries', 'User', 'Error']);
  expect(new URL(page.url()).searchParams.get('cols')).toBe('duration,queries,user,error');
  await screenshot(page, 'columns');
  const row = page.locator('#results tbody tr', { hasText: 'QueryFailedError' }).first();
  await row.hover();
  await row.locator('.by summary').click();
  await row.getByRole('link', { name: 'Only or not these values' }).click();
  await page.getByRole('link', { name: 'Only this error' }).click();
  expect(await headings()).toHaveLength(10);
  expect(await page.locator('#results td.error').allInnerTexts()).toEqual(Array(3).fill('QueryFailedError'));
  await page.getByText('Columns').click();
  await page.getByRole('link', { name: 'Hide the column Queries' }).click();
  expect(await headings()).toEqual([...SIX, 'Duration', 'User', 'Error']);
});

test('the slowest are listed first, without Live, and back', async () => {
  await book.write(...SAMPLES);
  const page = await book.open('?q=shop');
  const newest = await tokens(page);
  await page.getByRole('link', { name: 'Slowest first' }).click();
  expect(await page.getByLabel('Search text').inputValue()).toBe('shop sort:duration');
  const shown = await page.locator('#results td.duration').allInnerTexts();
  expect(shown).toHaveLength(8);
  expect(shown[0]).toBe('15.8 min');
  expect(shown.at(-1)).toBe('1.01 µs');
  expect(await page.getByRole('button', { name: 'Live' }).count()).toBe(0);
  await screenshot(page, 'slowest');
  await page.getByRole('link', { name: 'Duration ↓' }).click();
  expect(await tokens(page)).toEqual(newest);
});

test('Live adds rows with the same columns', async () => {
  await book.write(...SAMPLES.slice(0, 3));
  const page = await book.open('?cols=duration,error#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  await book.write(...SAMPLES.slice(3));
  await waitUntil(async () => (await liveText(page)).includes('5 new'));
  expect(await page.locator('#results tbody td.duration').count()).toBe(8);
  const rows = (await page.locator('#results tbody').innerHTML()).replaceAll(' new"', '"');
  await page.goto(page.url().replace('#live', ''));
  expect(await page.locator('#results tbody').innerHTML()).toBe(rows);
});

test('on a phone, further columns are shown with their names, and nothing is wider than the screen', async () => {
  await book.write(...SAMPLES);
  const page = await book.open('?cols=duration,queries,user,error', {
    viewport: { width: 360, height: 720 },
  });
  await screenshot(page, 'columns-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const names = await page
    .locator('#results tbody tr')
    .last()
    .locator('td:nth-child(n + 7)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => getComputedStyle(cell).display !== 'none')
        .map((cell) => getComputedStyle(cell, '::before').content),
    );
  expect(names).toEqual(['"Duration "', '"User "', '"Error "']);
});

test('on a touch screen, a tap on a row opens it, and its menu filters', async () => {
  await book.write(...SAMPLES);
  const page = await book.open('', { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true });
  const row = page.locator('#results tbody tr').first();
  const status = await row.locator('td.status').innerText();
  await row.locator('.by summary').tap();
  await row.getByRole('link', { name: 'Only this status' }).tap();
  await page.waitForURL(/\?q=status/);
  expect(new URL(page.url()).searchParams.get('q')).toBe(`status:${status}`);
  const token = await row.getAttribute('data-token');
  await row.locator('td.status').tap();
  await page.waitForURL(new RegExp(`/${token}`));
});
