import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from '../support/page-app.ts';
import { launchChromium } from './browser.ts';

let browser: Browser;
let server: Server | undefined;
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => browser.close());

/** Serves a book of one profile at this path and lists the requests that arrive. */
async function serveAt(base: string) {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  const app = pageApp({ base, store: async () => store });
  const requests: string[] = [];
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    return listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, token: store.tokens.tokenOf(1 as never) };
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('dialog.help').waitFor({ state: 'attached' });
}

describe.each(['/_profiler', '/ops/requests'])('the page at %s', (base) => {
  test('takes at most four requests, and later pages only their document', async () => {
    const { origin, requests, token } = await serveAt(base);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => errors.push(message.text()));

    await visit(page, origin + base);
    const assets = new RegExp(`^${base}/assets/[0-9a-f]{8}/(?:page\\.js|page\\.css|icon\\.svg)$`);
    expect(requests[0]).toBe(base);
    expect(requests.slice(1).filter((path) => !assets.test(path))).toEqual([]);
    expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(requests.length).toBeLessThanOrEqual(4);

    requests.length = 0;
    await visit(page, `${origin}${base}/${token}`);
    expect(requests).toEqual([`${base}/${token}`]);

    // The script finds the page's path from its own address.
    await page.keyboard.press('/');
    await page.waitForURL(`${origin}${base}#query`);
    expect(errors).toEqual([]);
    await page.close();
  });
});

test('the server and the browser write relative times alike', async () => {
  const { origin, token } = await serveAt('/_profiler');
  const page = await browser.newPage();
  await visit(page, `${origin}/_profiler/${token}`);
  const time = page.locator('.summary time').first();
  await time.hover();
  const relative = (await time.getAttribute('title'))?.split(', ').at(-1);
  expect(relative).toMatch(/^(?:in )?\d+ \w+(?: ago)?$/);
  expect(await page.locator('.summary').innerText()).toContain(`UTC, ${relative}`);
  await page.close();
});
