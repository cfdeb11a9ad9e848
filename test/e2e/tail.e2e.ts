import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screenshot } from './browser.ts';
import { liveText, many, tokens, useSmallBook, waitUntil } from './small-book.ts';

const book = useSmallBook();
const live = (page: Page) => page.getByRole('button', { name: 'Live' });

test('Live adds new matches, and shows the same list as a reload', async () => {
  await book.write(...many(6), { url: 'https://shop.example/other' });
  const page = await book.open('?url=/n/');
  await live(page).click();
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  await book.write(...many(3), { url: 'https://shop.example/other' });
  await book.write({ time: (Date.now() - 1500) * 1000 });
  await waitUntil(async () => (await liveText(page)).includes('4 new'));
  expect(await page.locator('.count').innerText()).toBe('10 results found');
  await book.write(...many(25));
  await waitUntil(async () => (await liveText(page)).includes('29 new'));
  const shown = await tokens(page);
  expect(await page.locator('#results tr.new').count()).toBe(10);
  // Only the newest rows are marked, until the next ones arrive.
  const cells = (await page.locator('#results tbody').innerHTML()).replaceAll(' new"', '"');
  await screenshot(page, 'live');
  await live(page).click();
  expect(await liveText(page)).toContain('stopped');
  await page.getByRole('link', { name: 'Older' }).click();
  const older = await tokens(page);
  expect(new Set([...shown, ...older]).size).toBe(20);
  await page.keyboard.press('[');
  await page.waitForURL(/cursor=n/);
  expect(await tokens(page)).toEqual(shown);
  await page.goBack();
  await page.goBack();
  await page.reload();
  expect(shown).toHaveLength(10);
  expect(await tokens(page)).toEqual(shown);
  expect(await page.locator('#results tbody').innerHTML()).toBe(cells);
});

test('Live counts a failed request once, although its error stage is a row too', async () => {
  await book.write(...many(2));
  const page = await book.open('?limit=50#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  const stage = { kind: 'error', parent: 1, status: 500 } as const;
  await book.write(...many(8), stage, stage, stage, stage);
  await waitUntil(async () => (await tokens(page)).length === 14);
  expect(await liveText(page)).toContain('8 new');
  const stages = await book.open('?q=kind:error#live');
  await waitUntil(async () => (await liveText(stages)).includes('listening'));
  await book.write({ ...stage });
  await waitUntil(async () => (await liveText(stages)).includes('1 new'));
});

test('Live says when the matches were counted once there are newer ones, and counts them again', async () => {
  await book.write(...many(6));
  const page = await book.open('#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  expect(await page.locator('.counted-at').count()).toBe(0);
  const before = await page.locator('#results').boundingBox();
  await book.write(...many(3));
  const counts = page.locator('.counted-at');
  await counts.waitFor();
  expect(await counts.innerText()).toMatch(/^Counts from \d\d:\d\d · Update$/);
  expect(await page.locator('#results').boundingBox()).toMatchObject({ y: before?.y });
  await screenshot(page, 'live-counts');
  expect(await page.locator('#survey-title').innerText()).toBe('of 6');
  await page.getByRole('link', { name: 'Update' }).click();
  await waitUntil(async () => (await page.locator('#survey-title').innerText()) === 'of 9');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  expect(await counts.count()).toBe(0);
});

test('Live pauses while a row is hovered or focused, and says how many rows are waiting', async () => {
  await book.write(...many(10));
  const page = await book.open('#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  await page.locator('#results tbody tr').nth(2).hover();
  const before = await tokens(page);
  await book.write(...many(3));
  await waitUntil(async () => (await liveText(page)).includes('paused, 3 waiting'));
  expect(await tokens(page)).toEqual(before);
  await screenshot(page, 'live-paused');
  await page.mouse.move(2, 2);
  await waitUntil(async () => (await liveText(page)).includes('3 new'));
  expect((await tokens(page)).slice(3)).toEqual(before.slice(0, 7));

  await page.keyboard.press('j');
  await book.write({});
  await waitUntil(async () => (await liveText(page)).includes('paused, 1 waiting'));
  await page.keyboard.press('/');
  await waitUntil(async () => (await liveText(page)).includes('4 new'));
});

test('Live reconnects after a lost connection, and stops with a message when it is refused', async () => {
  await book.write(...many(2));
  const page = await book.open('?limit=50#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  book.closeConnections();
  await book.write(...many(3));
  await waitUntil(async () => (await tokens(page)).length === 5);
  expect(new Set(await tokens(page)).size).toBe(5);
  const healthy = book.store;
  book.store = { ...healthy, search: () => Promise.reject(new Error('disk is gone')) };
  await waitUntil(async () => (await liveText(page)).includes('disk is gone'));
  book.store = healthy;
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  await page.route('**/tail?*', (route) => route.fulfill({ status: 503, body: 'no' }));
  book.closeConnections();
  await waitUntil(async () => (await liveText(page)).includes('Live was refused'));
  expect(await live(page).getAttribute('aria-pressed')).toBe('false');
});

test('Live disconnects while the page is hidden, and catches up when it is visible again', async () => {
  await book.write(...many(2));
  const page = await book.open('?limit=50');
  await page.clock.install();
  await page.reload();
  await page.keyboard.press('t');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await page.clock.fastForward(31_000);
  await book.write(...many(3));
  await sleep(1500);
  expect(await tokens(page)).toHaveLength(2);
  await setHidden(false);
  await waitUntil(async () => (await liveText(page)).includes('3 new'));
  expect(new Set(await tokens(page)).size).toBe(5);
});

test('Live starts on an empty book, and from an older page goes to the newest', async () => {
  const page = await book.open('#live');
  await waitUntil(async () => (await liveText(page)).includes('listening'));
  await book.write(...many(12));
  await waitUntil(async () => (await tokens(page)).length === 10);
  expect(await live(page).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('t');
  expect(await live(page).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press(']');
  await page.waitForURL(/cursor=o/);
  expect(await tokens(page)).toHaveLength(2);
  await page.keyboard.press('t');
  await page.waitForURL(/#live$/);
  expect(page.url()).not.toContain('cursor');
  await waitUntil(async () => (await tokens(page)).length === 10);
});
