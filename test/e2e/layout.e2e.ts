import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screenshot } from './browser.ts';
import { many, tokens, useSmallBook } from './small-book.ts';

const book = useSmallBook();

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not visible');
  return box;
}

/** What a click at this place follows. The pointer comes from outside, as that of a reader does. */
async function linkAt(page: Page, x: number, y: number): Promise<string | null> {
  await page.mouse.move(2, 2);
  await page.mouse.move(x, y);
  return page.evaluate(
    ([left = 0, top = 0]) => {
      const link = document.elementFromPoint(left, top)?.closest('a, button');
      return link ? link.className || link.textContent : null;
    },
    [x, y],
  );
}

test.each([
  { width: 800, query: '' },
  { width: 1024, query: '' },
  { width: 1280, query: '?cols=duration,queries,user,error' },
  { width: 1920, query: '' },
])('a click beside the URL of a row opens its profile, $width px wide $query', async ({ width, query }) => {
  await book.write(...many(3));
  const page = await book.open(query, { viewport: { width, height: 720 } });
  const cell = page.locator('#results .url-cell').nth(1);
  const box = await boxOf(cell);
  const y = box.y + box.height / 2;
  const found = new Set<string | null>();
  // The last pixels have the actions of the row.
  for (let x = box.x + 10; x < box.x + box.width - 40; x += 10) found.add(await linkAt(page, x, y));
  expect([...found]).toEqual(['url-link']);
  const [, token] = await tokens(page);
  const list = page.url();
  for (const column of ['url-cell', 'status', 'ip', 'method', 'time', 'token']) {
    const { x, width: cell } = await boxOf(page.locator(`#results td.${column}`).nth(1));
    await page.mouse.click(x + cell / 2, y);
    await page.waitForURL(new RegExp(`/${token}`));
    await page.goto(list);
  }
});

test.each([1280, 1920, 2560])('the header is as wide as the content below it, %i px wide', async (width) => {
  await book.write(...many(3));
  const page = await book.open('', { viewport: { width, height: 720 } });
  const [token] = await tokens(page);
  for (const path of ['', '/overview', '/errors', '/clients', '/routes', `/${token}`]) {
    await page.goto(book.base + path);
    const { x } = await boxOf(page.locator('.brand'));
    expect(x, path).toBe((await boxOf(page.locator('main > :first-child'))).x);
    const last = await boxOf(page.locator('.bar > :last-child'));
    const main = await boxOf(page.locator('main'));
    expect(last.x + last.width, path).toBe(main.x + main.width - 24);
  }
});

test('the menu of a row is at the right edge of its URL', async () => {
  await book.write(...many(3));
  const page = await book.open('', { viewport: { width: 1024, height: 720 } });
  const row = page.locator('#results tbody tr').nth(1);
  await row.hover();
  expect(await row.getByRole('link', { name: 'Only this host' }).isVisible()).toBe(false);
  await row.locator('.by summary').click();
  // The script adds it when the menu opens.
  await row.getByRole('button', { name: 'Copy URL' }).waitFor();
  await screenshot(page, 'row-actions');
  await row.getByRole('link', { name: 'Not this host' }).click();
  await page.waitForURL(/-host:shop\.example/);
});

test.each([
  { seconds: 0.05, from: '09:05:07' },
  { seconds: 70, from: '09:05:43' },
  { seconds: 70, from: '09:05:59' },
  { seconds: 4_000, from: '09:05:00' },
])('on a phone, no times of the histogram overlap: $seconds s from $from', async ({ seconds, from }) => {
  const start = Date.parse(`2026-11-14T${from}Z`) * 1000;
  await book.write(...Array.from({ length: 20 }, (_, i) => ({ time: start + (i * seconds * 1e6) / 19 })));
  const page = await book.open('', { viewport: { width: 360, height: 740 } });
  const texts = page.locator('.histogram .ticks text');
  await texts.first().waitFor();
  const boxes = (await Promise.all((await texts.all()).map((text) => text.boundingBox()))).filter(
    (box) => box !== null,
  );
  expect(boxes.length).toBeGreaterThan(1);
  for (const [i, box] of boxes.slice(1).entries())
    expect(box.x).toBeGreaterThan((boxes[i]?.x ?? 0) + (boxes[i]?.width ?? 0));
});
