import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLI } from '../support/run-cli.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { axeViolations } from './axe.ts';
import { launchChromium, screenshot } from './browser.ts';
import { waitUntil } from './small-book.ts';

const LOCKED = 'Profile Search is locked';
const WRONG = 'That key does not open this book.';
let browser: Browser;
let folder: string;
let storage: string;
let app: RunningApp;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-key-'));
  storage = `sqlite:${join(folder, 'book.db')}`;
  app = await startApp({ storage, inTerminal: true });
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  await app.stop();
  rmSync(folder, { recursive: true });
});

const keyFile = () => join(folder, 'book.db', 'key');
const keyOfBook = () => (JSON.parse(readFileSync(keyFile(), 'utf8')) as { key: string }).key;
const pageOf = ({ port }: RunningApp) => `http://localhost:${port}/_profiler`;

/** The link that an app has printed. */
function linkIn({ output }: RunningApp): string {
  const link = /http:\/\/localhost:\d+\/_profiler#key=\S+/.exec(output())?.[0];
  if (!link) throw new Error(`No link in: ${output()}`);
  return link;
}

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 600 }, ...options });
  contexts.push(context);
  return context.newPage();
}

/** The page of an empty book waits for its first request. */
const addressOf = (page: Page) => page.url().replace(/#live$/, '');
const heading = (page: Page) => page.locator('h1').innerText();
const isOpen = (page: Page) => page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();

/** A page that has logged in with the link. */
async function openedPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(linkIn(app));
  await isOpen(page);
  return page;
}

async function historyUrls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

test('the printed link opens the page, and leaves no key in the address or the history', async () => {
  const requests: string[] = [];
  const page = await newPage();
  page.on('request', (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(linkIn(app));
  await isOpen(page);
  expect(addressOf(page)).toBe(pageOf(app));
  expect((await historyUrls(page)).join(' ')).not.toContain(keyOfBook());
  expect(await page.evaluate(() => history.length)).toBe(2);
  expect(requests.join('\n')).not.toContain(keyOfBook());
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toBe('[{},{}]');

  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({
    domain: 'localhost',
    path: '/_profiler',
    httpOnly: true,
    sameSite: 'Strict',
  });
  expect(cookie?.value).not.toContain(keyOfBook());
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.goBack();
  expect(page.url()).toBe('about:blank');
  await page.goForward();
  await isOpen(page);
});

test('a new book is still empty when its link was opened', async () => {
  const page = await openedPage();
  await page.getByText('No results found').first().waitFor();
  await page.getByText('No requests have been recorded yet').waitFor();
});

test('a link to a search opens that search, and the page is loaded once', async () => {
  const loads: string[] = [];
  const page = await newPage();
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'GET' && !request.url().includes('/assets/'))
      loads.push(`${response.status()} ${request.url()}`);
  });
  const target = `${pageOf(app)}?q=status%3A404`;
  await page.goto(linkIn(app).replace('#', '?q=status%3A404#'));
  await isOpen(page);
  expect(page.url()).toBe(target);
  expect(loads).toEqual([`401 ${target}`, `200 ${target}`]);
});

test('while a large book is opened, the page does not say that it is locked', async () => {
  const page = await newPage();
  await page.route('**/login', async (route) => {
    await page.getByRole('heading', { name: 'Opening Profile Search…' }).waitFor();
    await route.continue();
  });
  await page.goto(linkIn(app));
  await isOpen(page);
});

test('in development an app prints the link without a terminal', async () => {
  await app.stop();
  app = await startApp({ storage, env: { NODE_ENV: 'development' } });
  const page = await openedPage();
  expect(addressOf(page)).toBe(pageOf(app));
});

test('a link opened in a tab that is locked or open already removes the key too', async () => {
  const page = await newPage();
  await page.goto(pageOf(app));
  expect(await heading(page)).toBe(LOCKED);
  // Only the fragment changes, so the page is not loaded again.
  await page.goto(linkIn(app));
  await isOpen(page);
  expect(addressOf(page)).toBe(pageOf(app));
  await page.goto(`${pageOf(app)}#key=${'x'.repeat(22)}`);
  await waitUntil(async () => addressOf(page) === pageOf(app));
  expect(await heading(page)).toBe('Profile Search');
  expect((await historyUrls(page)).join(' ')).not.toContain('key=');
});

test('without script the key is pasted into the form', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(pageOf(app));
  expect(await heading(page)).toBe(LOCKED);
  await page.getByLabel('Or paste the key').fill('x'.repeat(22));
  await page.getByRole('button', { name: 'Unlock' }).click();
  expect(await page.getByRole('alert').innerText()).toBe(WRONG);
  await page.getByLabel('Or paste the key').fill(` ${keyOfBook()} `);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await isOpen(page);
  expect(addressOf(page)).toBe(pageOf(app));
});

test('a wrong key in the link shows a message, and a right one then opens the page', async () => {
  const page = await newPage();
  await page.goto(`${pageOf(app)}#key=${'x'.repeat(22)}`);
  expect(await page.getByRole('alert').innerText()).toBe(WRONG);
  expect(addressOf(page)).toBe(pageOf(app));
  expect((await historyUrls(page)).join(' ')).not.toContain('key=');
  expect(await page.context().cookies()).toEqual([]);
  await page.goto(linkIn(app));
  await isOpen(page);
});

test('a new key ends what the old one has opened', async () => {
  const page = await openedPage();
  const { port } = app;
  await app.stop();
  rmSync(keyFile());
  app = await startApp({ storage, port, inTerminal: true });
  await page.reload();
  expect(await heading(page)).toBe(LOCKED);
  await page.goto(linkIn(app));
  await isOpen(page);
});

test.each([true, false])('the Lock button locks the page (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await newPage({ javaScriptEnabled });
  await page.goto(pageOf(app));
  if (javaScriptEnabled) await page.goto(linkIn(app));
  else {
    await page.getByLabel('Or paste the key').fill(keyOfBook());
    await page.getByRole('button', { name: 'Unlock' }).click();
  }
  await isOpen(page);
  await screenshot(page, `lock-button-${javaScriptEnabled}`);
  await page.locator('.bar .more summary').click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('heading', { name: LOCKED }).waitFor();
  expect(addressOf(page)).toBe(pageOf(app));
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { name: LOCKED }).waitFor();
});

test('a link for another machine works once', async () => {
  const env = { ...process.env, GATEBOOK_KEY: undefined };
  const args = [CLI, 'open', `http://localhost:${app.port}`, '--storage', storage];
  const link = execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim();
  const page = await newPage();
  await page.goto(link);
  await isOpen(page);
  // An empty book is shown live.
  expect(addressOf(page)).toBe(pageOf(app));
  const other = await newPage();
  await other.goto(link);
  expect(await other.locator('body').innerText()).toBe('the app');
});

test.each(['light', 'dark'] as const)(
  'the locked page is accessible and fits a phone, %s',
  async (colorScheme) => {
    for (const width of [1100, 360]) {
      const page = await newPage({ colorScheme, viewport: { width, height: 480 }, bypassCSP: true });
      await page.goto(`${pageOf(app)}#key=${'x'.repeat(22)}`);
      await page.getByRole('alert').waitFor();
      await screenshot(page, `locked-${width}-${colorScheme}`);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);
