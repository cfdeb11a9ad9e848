import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gatebook as expressBook } from '../../src/express.ts';
import type { Gatebook } from '../../src/gatebook.ts';
import { gatebook } from '../../src/http.ts';
import { log } from '../../src/index.ts';
import { EXPRESS } from '../support/frameworks/frameworks.ts';
import { WITH_KEY } from '../support/key.ts';
import { axeViolations } from './axe.ts';
import { docsScreenshot, launchChromium, screenshot } from './browser.ts';

/** A page whose styles would break the toolbar if they applied to it. */
const SHOP = `<!doctype html><html lang="en"><head><title>Shop</title><style>
  * { color: red; font-size: 40px; text-transform: uppercase; position: static } a { display: none }
  main, main * { font: 15px/1.5 system-ui; color: #333; text-transform: none }
  main { padding: 24px } main h1 { font-size: 24px; font-weight: 600 }
</style></head><body><main><h1>Orders</h1><p>Twelve orders are on their way.</p></main></body></html>`;
const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>\u202e';

// Without the key, only this machine in development gets the toolbar.
vi.stubEnv('NODE_ENV', 'development');

let browser: Browser;
let server: Server;
let book: Gatebook;
let origin: string;
beforeAll(async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY)');
  const order = database.prepare('SELECT id FROM orders WHERE id = ?');
  server = createServer((request, response) => {
    if (request.url?.startsWith('/api')) {
      response.setHeader('content-type', 'application/json');
      response.statusCode = request.url.includes('missing') ? 404 : 200;
      response.end('{}');
      return;
    }
    for (let id = 0; id < 12; id++) order.get(id);
    log('info', 'orders listed');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/strict')
      response.setHeader('content-security-policy', "default-src 'self'; style-src 'unsafe-inline'");
    response.end(SHOP);
  });
  book = gatebook(server, { storage: 'memory:', toolbar: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
  for (let tries = 0; tries < 50; tries++)
    if ((await fetch(`${origin}/api`)).headers.has('x-debug-token')) break;
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await book?.close();
});

async function open(
  path: string,
  extraHTTPHeaders: Record<string, string> = WITH_KEY,
): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 420 }, extraHTTPHeaders });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push('a dialog');
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(new URL(path, origin).href);
  return { page, problems };
}

test.each(['/', '/strict'])('the toolbar shows the page at %s and its fetch() requests', async (path) => {
  const { page, problems } = await open(path);
  const toolbar = page.locator('#gatebook-toolbar section');
  await toolbar.getByText('12 queries (1 repeated)').waitFor();
  expect(await toolbar.locator('.s2').innerText()).toBe('200');
  expect(await toolbar.getByText('1 log line').isVisible()).toBe(true);

  await page.evaluate(async (hostile) => {
    await fetch(`/api/orders?q=${encodeURIComponent(hostile)}`);
    await fetch('/api/missing', { method: 'POST' });
    await new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onload = resolve;
      request.open('PUT', '/api/orders/7');
      request.send();
    });
  }, HOSTILE);
  await toolbar.getByText('3 requests').click();
  // Each row loads by itself.
  for (const path of ['/api/orders/7', '/api/missing', '/api/orders?q='])
    await toolbar.getByText(path).waitFor();
  expect(await toolbar.innerText()).not.toContain('REQUESTS');
  const rows = await toolbar.locator('tr').allInnerTexts();
  expect(rows.map((row) => row.split('\t').slice(0, 2))).toEqual([
    ['200', 'PUT'],
    ['404', 'POST'],
    ['200', 'GET'],
  ]);
  await docsScreenshot(page, 'toolbar');

  expect(await axeViolations(page, { element: '#gatebook-toolbar' })).toEqual([]);
  await toolbar.getByText('/api/missing').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('body').innerText()).toContain('404');
  expect(problems).toEqual([]);
  await page.close();
});

test('shows the token and how to unlock without the key', async () => {
  const { page, problems } = await open('/', {});
  const toolbar = page.locator('#gatebook-toolbar section');
  await toolbar.getByText('Locked: run npx gatebook open').waitFor();
  const token = await toolbar.getByRole('link').first().innerText();
  expect(token).toMatch(/^[0-9a-f]{6}$/);
  await page.evaluate(() => fetch('/api/orders'));
  await toolbar.getByText('1 request').click();
  await toolbar.locator('td').getByText('locked').waitFor();
  await screenshot(page, 'toolbar-locked');
  await toolbar.getByText('Locked: run npx gatebook open').click();
  await page.getByRole('heading', { name: 'Profile Search is locked' }).waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test.each(Object.entries(EXPRESS))('the error page of %s links to its profile', async (_name, express) => {
  const app = express();
  const errors = createServer(app);
  const own = expressBook(app, { storage: 'memory:', toolbar: true });
  app.get('/pay', () => {
    throw new TypeError(HOSTILE);
  });
  errors.listen(0, '127.0.0.1');
  await once(errors, 'listening');
  const { port } = errors.address() as AddressInfo;
  for (let tries = 0; tries < 50; tries++)
    if ((await fetch(`http://127.0.0.1:${port}/`)).headers.has('x-debug-token')) break;
  const { page, problems } = await open(`http://127.0.0.1:${port}/pay`);
  const link = page.getByRole('link', { name: /^Gatebook: profile [0-9a-f]{6}$/ });
  expect(await link.isVisible()).toBe(true);
  await screenshot(page, 'toolbar-error-page');
  await link.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('body').innerText()).toContain('TypeError');
  expect(problems).toEqual([]);
  await page.close();
  errors.close();
  await own.close();
});

test('stays hidden until the tab is closed', async () => {
  const { page } = await open('/');
  await page.getByRole('button', { name: 'Hide until this tab is closed' }).click();
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('#gatebook-toolbar').count()).toBe(0);
  await page.close();
});

test('fits a phone', async () => {
  const { page } = await open('/');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator('#gatebook-toolbar').getByText('12 queries').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.close();
});
