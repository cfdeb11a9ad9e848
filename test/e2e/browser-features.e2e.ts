import { expect, test } from 'vitest';
import { axeViolations } from './axe.ts';
import { screenshot } from './browser.ts';
import { liveText, many, tokens, useSmallBook, waitUntil } from './small-book.ts';

const book = useSmallBook();

test('keyboard shortcuts do what the help says', async () => {
  await book.write(...many(12));
  const page = await book.open();
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()).toBe(true);
  await screenshot(page, 'keys');
  await page.keyboard.press('Escape');
  expect(await page.locator('dialog').isVisible()).toBe(false);
  await page.keyboard.press('/');
  await page.keyboard.type('jkt?/');
  expect(await page.getByLabel('Search text').inputValue()).toBe('jkt?/');
  await page.getByLabel('Search text').fill('');
  await page.getByLabel('Search text').blur();
  await page.keyboard.press(']');
  await page.waitForURL(/cursor=o/);
  await page.keyboard.press('[');
  await page.waitForURL(/cursor=n/);
  const [, second] = await tokens(page);
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/${second}`));
  await page.keyboard.press('/');
  await page.waitForURL(/\/_profiler#query$/);
  expect(await page.getByLabel('Search text').evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
});

test('copies the URL of a row, and the URL and the link of a profile', async () => {
  await book.write({ url: 'https://shop.example/a?b=<i>' });
  const page = await book.open();
  const [token] = await tokens(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator('#results tbody tr').hover();
  await page.locator('#results .by summary').click();
  await page.getByRole('button', { name: 'Copy URL' }).click();
  expect(await copied()).toBe('https://shop.example/a?b=<i>');
  await screenshot(page, 'copy');

  await page.goto(`${book.base}/${token}?tz=Europe/Zagreb`);
  await page.locator('.copy summary').click();
  await page.getByRole('button', { name: 'Copy URL' }).click();
  expect(await copied()).toBe('https://shop.example/a?b=<i>');
  await page.getByRole('button', { name: 'Copy link' }).click();
  expect(await copied()).toBe(`${book.base}/${token}`);
});

test("switches times to the browser's time zone, and shows how long ago they were", async () => {
  await book.write({ time: (Date.now() - 185_000) * 1000 });
  const page = await book.open('?method=GET');
  const time = page.locator('#results time');
  const utc = await time.innerText();
  await time.hover();
  expect(await time.getAttribute('title')).toMatch(/UTC, 3 minutes ago$/);
  await page.getByRole('link', { name: 'show in Europe/Zagreb' }).click();
  expect(new URL(page.url()).search).toBe('?method=GET&tz=Europe%2FZagreb');
  expect(await time.innerText()).not.toBe(utc);
  await page.getByRole('link', { name: 'show in UTC' }).click();
  expect(await time.innerText()).toBe(utc);
});

test('switches the theme, keeps it from the first byte on, and follows the system again', async () => {
  await book.write({});
  const page = await book.open('', { colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  const theme = page.locator('.bar .theme button');
  expect(await theme.getAttribute('aria-label')).toBe('Use the dark theme');
  await theme.click();
  const dark = await background();
  expect(dark).not.toBe(light);
  expect(await theme.getAttribute('aria-label')).toBe('Use the light theme');

  expect(await page.evaluate(() => document.cookie)).toBe('gatebook-theme=dark');
  const response = await page.reload();
  expect(await response?.text()).toContain('<meta name="color-scheme" content="dark"/>');
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await theme.click();
  await page.reload();
  expect(await background()).toBe(light);
  await theme.click();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
});

test('saves, lists and deletes searches in the browser, and escapes their names', async () => {
  await book.write(...many(2));
  const page = await book.open('?q=status:404&limit=50&cursor=o1-1');
  const name = '<img src=x onerror=alert(1)> mine';
  await page.getByText('Saved searches').click();
  expect(await page.getByLabel('Name of this search').inputValue()).toBe('status:404');
  await page.getByLabel('Name of this search').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await screenshot(page, 'saved');
  await page.goto(book.base);
  await page.getByText('Saved searches (1)').click();
  await page.getByRole('link', { name }).click();
  expect(new URL(page.url()).searchParams.get('limit')).toBe('50');
  expect(page.url()).not.toContain('cursor');
  expect(await page.locator('img').count()).toBe(0);
  await page.getByText('Saved searches (1)').click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  expect(await page.locator('.saved li').count()).toBe(0);
});

test('without script the page omits these controls, and the skip link works', async () => {
  await book.write(...many(2));
  const page = await book.open('', { javaScriptEnabled: false });
  expect(await page.locator('.live, .saved, dialog, .row-copy, .theme *, .shortcuts *').count()).toBe(0);
  expect(await page.locator('#results tbody tr').count()).toBe(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${book.base}#main`);
});

test.each(['light', 'dark'] as const)(
  'axe finds no violations, and the page fits 360 px, %s',
  async (colorScheme) => {
    await book.write(...many(12), { status: 500 }, { status: 200 });
    for (const width of [1280, 360]) {
      const page = await book.open('#live', {
        colorScheme,
        viewport: { width, height: 720 },
        bypassCSP: true,
      });
      await waitUntil(async () => (await liveText(page)).includes('listening'));
      await page.getByText('Saved searches').click();
      await page.keyboard.press('j');
      for (const key of ['j', '?']) {
        await page.keyboard.press(key);
        expect(await axeViolations(page)).toEqual([]);
        await screenshot(page, `live-${key === '?' ? 'help' : 'rows'}-${width}-${colorScheme}`);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);
