import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_KEY } from '../support/key.ts';
import { CLI } from '../support/run-cli.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { launchChromium } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-site-'));
const storage = `sqlite:${join(folder, 'book.db')}`;
const SECRET = '/recorded-path';
let browser: Browser;
let app: RunningApp;
let server: Server;
let target: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  app = await startApp({ storage, env: { GATEBOOK_KEY: TEST_KEY } });
  target = `http://localhost:${app.port}`;
  await fetch(target + SECRET);
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Other site</title><body></body>');
  });
  server.listen(0);
  await once(server, 'listening');
});
afterAll(async () => {
  await browser.close();
  server.close();
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** A browser that has opened the page and then visits the other site. */
beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(8000);
  page = await context.newPage();
  await page.goto(`${target}/_profiler#key=${TEST_KEY}`);
  await isOpen();
});
afterEach(() => context.close());

/** A host name of its own is another site. The same host name with another port is not, so the browser sends the cookie. */
describe.each(['127.0.0.1', 'localhost'])('a page at another port of %s', (host) => {
  beforeEach(async () => {
    await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
  });

  const paths = ['/_profiler', '/_profiler/export.json', '/_profiler/latest', '/_profiler/toolbar?tokens=a'];

  test.each(paths)('cannot read %s with fetch()', async (path) => {
    const results = await page.evaluate(async (url) => {
      const read = async (init: RequestInit) => {
        try {
          return await (await fetch(url, init)).text();
        } catch {
          return '';
        }
      };
      return [
        await read({ credentials: 'include' }),
        await read({ credentials: 'include', mode: 'no-cors' }),
        await read({ credentials: 'include', method: 'POST' }),
        await read({ credentials: 'include', headers: { authorization: 'Bearer x' } }),
      ];
    }, target + path);
    expect(results).toEqual(['', '', '', '']);
  });

  test('cannot embed the page', async () => {
    for (const tag of ['iframe', 'img', 'script', 'object', 'embed'] as const) {
      const loaded = await page.evaluate(
        async ([name, url]) => {
          const element = document.createElement(name);
          element.setAttribute(name === 'object' ? 'data' : 'src', url);
          document.body.append(element);
          await new Promise((resolve) => {
            element.onload = resolve;
            element.onerror = resolve;
            setTimeout(resolve, 2000);
          });
          return element instanceof HTMLImageElement ? element.naturalWidth : 0;
        },
        [tag, `${target}/_profiler`] as const,
      );
      expect(loaded).toBe(0);
    }
    for (const frame of page.frames().slice(1)) {
      const text = await frame
        .locator('body')
        .innerText()
        .catch(() => '');
      expect(text).not.toContain('Profile Search');
      expect(text).not.toContain(SECRET);
    }
    expect(page.frames().length).toBeGreaterThan(1);
  });

  test.each(['/_profiler/logout', '/_profiler/login'])('cannot send a form to %s', async (path) => {
    const before = await context.cookies(`${target}/_profiler`);
    await page.evaluate(
      ([url, key]) => {
        document.body.innerHTML = `<form method="post" action="${url}"><input name="key" value="${key}"></form>`;
        document.forms[0]?.submit();
      },
      [target + path, TEST_KEY] as const,
    );
    await page.waitForURL(target + path);
    expect(await page.locator('body').innerText()).toBe('the app');
    expect(await context.cookies(`${target}/_profiler`)).toEqual(before);
  });

  test('has no hold on a window that shows the page', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => {
        Reflect.set(window, 'opened', window.open(url));
      }, `${target}/_profiler`),
    ]);
    await popup.waitForLoadState();
    const seen = await page.evaluate(() => {
      const opened = Reflect.get(window, 'opened') as Window;
      try {
        return opened.closed ? '' : opened.document.body.innerText;
      } catch {
        return '';
      }
    });
    expect(seen).toBe('');
  });
});

test('a link on another site leads to the locked page', async () => {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await follow(`${target}/_profiler`);
  expect(await page.locator('h1').innerText()).toBe('Profile Search is locked');
  expect(await page.locator('body').innerText()).not.toContain(SECRET);
  // Opened by the user, the page is still unlocked.
  await page.goto(`${target}/_profiler`);
  await isOpen();
});

test('a login link on another site, such as a mail, opens the page', async () => {
  await context.clearCookies();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const env = { ...process.env, GATEBOOK_KEY: TEST_KEY };
  const args = [CLI, 'open', target, '--storage', storage];
  await follow(execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim());
  await isOpen();
});

const isOpen = () => page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();

async function follow(url: string): Promise<void> {
  await page.evaluate((href) => {
    document.body.innerHTML = `<a href="${href}">link</a>`;
  }, url);
  await page.getByRole('link').click();
  await page.waitForURL(`${target}/**`);
}
