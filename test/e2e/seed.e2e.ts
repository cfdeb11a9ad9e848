import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WITH_KEY } from '../support/key.ts';
import { sendRequest } from '../support/request.ts';
import { launchChromium, screenshot } from './browser.ts';
import { type RunningExample, startExample } from './example.ts';

const CONFIG = '/api/index.php/v1/config/application?public=true';
const ENV = '/error/.env';
const REQUESTS = [
  { path: CONFIG, from: '127.0.0.2' },
  { path: CONFIG, from: '127.0.0.3' },
  { path: CONFIG, from: '127.0.0.4' },
  { path: ENV, from: '127.0.0.3' },
  { path: ENV, from: '127.0.0.3' },
  { path: ENV, from: '127.0.0.3' },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Row {
  readonly status: string;
  readonly ip: string;
  readonly method: string;
  readonly url: string;
  readonly time: string;
  readonly token: string;
}

async function readRows(page: Page): Promise<Row[]> {
  const cells = await page
    .locator('table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from((row as HTMLTableRowElement).cells, (cell) => (cell as HTMLElement).innerText),
      ),
    );
  return cells.map((row) => {
    expect(row).toHaveLength(6);
    const [status = '', ip = '', method = '', url = '', time = '', token = ''] = row;
    return { status, ip, method, url, time, token };
  });
}

describe.each(['express', 'fastify'])('the %s example', (name) => {
  let example: RunningExample;
  beforeAll(async () => {
    example = await startExample(name);
  });
  afterAll(() => example.stop());

  async function open(javaScriptEnabled: boolean, path: string): Promise<Page> {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 1280, height: 720 },
      extraHTTPHeaders: WITH_KEY,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('requestfailed', (request) => problems.push(request.url()));
    await page.goto(example.url + path);
    expect(problems).toEqual([]);
    return page;
  }

  test('an empty book reads "No results found"', async () => {
    const page = await open(true, '/_profiler');
    expect(await page.locator('.count').innerText()).toBe('No results found');
    await screenshot(page, `${name}-empty`);
    await page.context().close();
  });

  test('both paths answer 404 to every client', async () => {
    for (const { path, from } of REQUESTS) {
      expect((await sendRequest(example.port, path, { localAddress: from })).status).toBe(404);
    }
  });

  test.each([true, false])(
    'Profile Search shows ten rows in six columns, newest first (JavaScript: %s)',
    async (javaScript) => {
      const page = await open(javaScript, '/_profiler');
      expect(await page.title()).toBe('Profile Search');
      expect(await page.locator('h1').allInnerTexts()).toEqual(['Profile Search']);
      expect(await page.getByText('10 results found', { exact: true }).count()).toBe(1);
      expect(await page.locator('table').count()).toBe(1);
      expect(await page.locator('thead th').allInnerTexts()).toEqual([
        'Status',
        'IP',
        'Method',
        'URL',
        'Time',
        'Token',
      ]);

      const rows = await readRows(page);
      expect(rows).toHaveLength(10);
      expect(rows.map(({ status }) => status)).toEqual(Array(10).fill('404'));
      expect(new Set(rows.map(({ token }) => token)).size).toBe(10);
      for (const { url, time, token } of rows) {
        expect([example.url + CONFIG, example.url + ENV]).toContain(url);
        expect(time).toMatch(
          /^\d{2}-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4} \d{2}:\d{2}:\d{2}$/,
        );
        expect(Math.abs(Date.now() - Date.parse(`${time.replaceAll('-', ' ')} UTC`))).toBeLessThan(120_000);
        expect(token).toMatch(/^[0-9a-f]{6}$/);
      }
      const times = await page
        .locator('tbody time')
        .evaluateAll((all) => all.map((time) => (time as HTMLTimeElement).dateTime));
      expect(times).toEqual([...times].sort().reverse());
      const expected = REQUESTS.slice(1)
        .reverse()
        .flatMap(({ path, from }) => Array(2).fill({ url: example.url + path, ip: from }));
      expect(rows.map(({ url, ip }) => ({ url, ip }))).toEqual(expected);
      for (let i = 0; i < 10; i += 2) {
        const { token: mainToken, ...main } = rows[i] as Row;
        const { token: stageToken, ...stage } = rows[i + 1] as Row;
        expect(stage).toEqual(main);
        expect(stageToken).not.toBe(mainToken);
      }

      for (let i = 0; i < 10; i += 2) {
        const [main = '', stage = ''] = [rows[i]?.token, rows[i + 1]?.token];
        await page.getByRole('link', { name: main, exact: true }).click();
        expect(page.url()).toBe(`${example.url}/_profiler/${main}`);
        expect(await page.locator('.profile-head').innerText()).toContain(main);
        await page.getByRole('link', { name: /^Sub-requests/ }).click();
        await page.locator('#sub-requests').getByRole('link', { name: stage, exact: true }).click();
        expect(page.url()).toBe(`${example.url}/_profiler/${stage}`);
        expect(await page.locator('.family').innerText()).toBe(`This is the error stage of ${main}.`);
        await page.locator('.family').getByRole('link', { name: main, exact: true }).click();
        expect(page.url()).toBe(`${example.url}/_profiler/${main}`);
        await page.goto(`${example.url}/_profiler`);
      }
      await page.context().close();
    },
  );

  test('a search with the form finds the matching rows', async () => {
    const page = await open(false, '/_profiler');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('IP', { exact: true }).fill('127.0.0.3');
    await page.getByLabel('URL', { exact: true }).fill('.env');
    await page.locator('select[name=limit]').selectOption('50');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.count').innerText()).toBe('6 results found');
    await page.goto(`${example.url}/_profiler?ip=192.0.2.1&limit=10`);
    expect(await page.locator('.count').innerText()).toBe('No results found');
    await page.goto(`${example.url}/_profiler?q=status:4`);
    expect(await page.locator('mark').innerText()).toBe('4');
    await screenshot(page, `${name}-mistake`);
    await page.goto(`${example.url}/_profiler/empty/search/results?limit=10`);
    expect(await page.locator('.count').innerText()).toBe('10 results found');
    await page.goto(`${example.url}/_profiler/latest`);
    expect(page.url()).toMatch(/\/_profiler\/[0-9a-f]{6}$/);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)('fits a desktop and a phone, %s', async (colorScheme) => {
    for (const [device, width] of [
      ['desktop', 1280],
      ['phone', 360],
    ] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 720 },
        extraHTTPHeaders: WITH_KEY,
      });
      const page = await context.newPage();
      await page.goto(`${example.url}/_profiler`);
      await screenshot(page, `${name}-search-${device}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.goto(`${example.url}/_profiler/latest`);
      await screenshot(page, `${name}-profile-${device}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    }
  });
});
