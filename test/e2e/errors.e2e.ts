import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Sample } from '../../src/store/conformance/sample-profile.ts';
import { screenshot } from './browser.ts';
import { layoutShift, settled } from './page/walk.ts';
import { useSmallBook, waitUntil } from './small-book.ts';

const book = useSmallBook();

const GROUP = "TypeError: Cannot read properties of undefined (reading 'rate') at tax (src/tax.js)";
const MINUTE = 60e6;
const VIEWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const PATHS = {
  overview: '/overview?q=since:1h',
  'overview of a selection': '/overview?q=since:1h+status:5xx',
  errors: '/errors?q=since:1h',
  'one error': `/errors?${new URLSearchParams({ q: `since:1h error:"${GROUP}"` })}`,
  'one route': '/routes?q=since:1h+route:/checkout+method:POST',
  'no errors': '/errors?q=since:1h+user:zoe',
} as const;

/** A release in which the checkouts of one user fail, and errors with long and with hostile names. */
async function writeShop(): Promise<void> {
  const now = Date.now() * 1000;
  const requests = (count: number, minutes: number, sample: Omit<Sample, 'seq'>) =>
    Array.from({ length: count }, (_, i) => ({
      method: 'POST',
      url: 'https://shop.example/checkout',
      route: '/checkout',
      user: `user-${i % 7}`,
      duration: 9000 + i * 100,
      ...sample,
      time: now - minutes * MINUTE + i * 1e6,
    }));
  const failed = (errorGroup: string) => ({
    status: 500,
    error: 'TypeError',
    errorGroup,
    release: '1.5.0',
  });
  await book.write(
    ...requests(200, 110, { release: '1.4.0' }),
    ...requests(60, 40, { release: '1.5.0' }),
    ...requests(12, 20, { user: 'erin', ...failed(GROUP) }),
    ...requests(2, 15, failed(`Error: ${'very long '.repeat(45)}`)),
    ...requests(2, 10, failed('<img src=x onerror=alert(1)>\u202e: "><script>alert(1)</script>')),
    ...requests(3, 5, { status: 502, release: '1.5.0' }),
  );
}

/** Opens a page when the header has the count of errors: no page waits for it. */
async function openWarm(path: string, options = {}): Promise<Page> {
  await waitUntil(async () => {
    const response = await fetch(`${book.base}/compare`, { headers: { Accept: 'text/html' } });
    return (await response.text()).includes('in the last 24 hours');
  });
  return book.open(path, options);
}

test.each(Object.entries(VIEWS))('nothing moves by itself or is too wide, %s', async (name, viewport) => {
  await writeShop();
  for (const [state, path] of Object.entries(PATHS)) {
    const page = await openWarm(path, { viewport });
    await settled(page);
    expect(await layoutShift(page), state).toBeLessThan(0.005);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(viewport.width);
    await screenshot(page, `${state.replaceAll(' ', '-')}-${name}`);
  }
});

test('works without script, from the header to the cause', async () => {
  await writeShop();
  const page = await openWarm('?q=since:1h', { javaScriptEnabled: false });
  const tab = page.locator('.bar nav a', { hasText: 'Errors' });
  expect(await tab.innerText()).toMatch(/Errors\s+3/);
  await tab.click();
  const [first] = await page.locator('.errors tbody tr').allInnerTexts();
  expect(first).toContain('New in 1.5.0');
  await page.getByRole('link', { name: /Cannot read properties/ }).click();
  expect(await page.locator('h1').innerText()).toBe(
    "TypeError Cannot read properties of undefined (reading 'rate')",
  );
  const line = page.locator('.in-common tbody tr').first();
  expect(await line.innerText()).toContain('user erin');
  await line.getByRole('link', { name: 'Only this' }).click();
  expect(await page.locator('#requests + p').innerText()).toContain('12');
  await page.getByRole('link', { name: 'Show all 12' }).click();
  expect(await page.locator('.count').innerText()).toBe('10 results found');
});

test('the newest release is a time range, and g e opens Errors', async () => {
  await writeShop();
  const page = await openWarm('');
  await page.getByRole('link', { name: 'Since 1.5.0' }).click();
  await page.waitForURL(/since:/);
  expect(await page.getByRole('link', { name: 'Since 1.5.0' }).getAttribute('aria-current')).toBe('true');
  expect(await page.locator('#survey-title').innerText()).toBe('of 79');
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.waitForURL(/\/errors\?q=since:/);
  expect(await page.locator('h1').innerText()).toBe('Errors');
});
