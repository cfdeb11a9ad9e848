import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Sample, sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { launchChromium } from './browser.ts';

export interface SmallBook {
  /** The store the page reads. A test may replace it. */
  store: Store;
  readonly base: string;
  write(...samples: readonly Omit<Sample, 'seq'>[]): Promise<void>;
  /** Opens a page in the browser. Errors and console messages fail the test. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Closes every connection of the server. */
  closeConnections(): void;
}

/** Serves a new in-memory book for each test. */
export function useSmallBook(): SmallBook {
  let browser: Browser;
  let store: Store;
  let server: Server;
  let base: string;
  let written = 0;
  const pages: Page[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    store = await openStore('memory:');
    const app = pageApp({ base: '/_profiler', store: async () => store });
    server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_profiler`;
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    server.closeAllConnections();
    server.close();
    expect(problems.splice(0)).toEqual([]);
  });

  return {
    get store() {
      return store;
    },
    set store(replacement) {
      store = replacement;
    },
    get base() {
      return base;
    },
    async write(...samples) {
      const { first } = await store.lease(samples.length);
      const profiles = samples.map((sample, i) =>
        sampleProfile({
          time: Date.now() * 1000 + i,
          url: `https://shop.example/n/${written + i}`,
          ...sample,
          seq: first + i,
        }),
      );
      await store.write({ id: `batch ${written}`, profiles });
      written += samples.length;
    },
    async open(path = '', options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 720 },
        timezoneId: 'Europe/Zagreb',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        // Connections are closed on purpose.
        if (!message.text().startsWith('Failed to load resource')) problems.push(message.text());
      });
      pages.push(page);
      await page.goto(base + path);
      return page;
    },
    closeConnections: () => server.closeAllConnections(),
  };
}

export const many = (count: number) => Array.from({ length: count }, () => ({}));

/** The tokens of the listed rows. */
export const tokens = (page: Page) =>
  page
    .locator('#results tbody tr')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.token));

/** The text next to the Live switch. */
export const liveText = (page: Page) => page.locator('.live-line').innerText();

export async function waitUntil(condition: () => Promise<boolean>, ms = 8000): Promise<void> {
  // Reading fails while the page navigates.
  for (const end = Date.now() + ms; !(await condition().catch(() => false)); await sleep(50))
    if (Date.now() > end) throw new Error('The condition was not met in time');
}
