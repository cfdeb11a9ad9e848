import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, posix } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../docs/.vitepress/pages.ts';
import { axeViolations } from './axe.ts';
import { launchChromium, screenshot } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE = join(ROOT, 'docs/.vitepress/dist');
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};
/** Pages to look at, in test-results/. */
const LOOKED_AT = [
  'index.html',
  'get-started.html',
  'search.html',
  'configuration.html',
  'cli.html',
  'scale.html',
];

/** axe takes some seconds on a long page: `npm run e2e:docs` runs it on all of them. */
const isChecked = (file: string) =>
  process.env.DOCS_PAGES === 'all'
    ? // VitePress' own page for what is not found has no main landmark.
      file !== '404.html'
    : ['index.html', 'get-started.html'].includes(file);

let server: Server;
let browser: Browser;
let origin: string;
let pages: string[];
beforeAll(async () => {
  const program = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [program, 'build', 'docs'], { cwd: ROOT, stdio: 'pipe' });
  pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const file = join(SITE, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  browser = await launchChromium();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 300_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test('every page of the sidebar and every decision is built', () => {
  const files = Object.values(PAGES)
    .flat()
    .map(({ file }) => file.replace(/\.md$/, '.html'));
  expect(pages).toEqual(expect.arrayContaining([...files, 'index.html']));
  expect(pages.filter((page) => /^decisions\/\d/.test(page)).length).toBeGreaterThan(20);
});

test('every link of the built site leads to a page and an element that exist', () => {
  const html = new Map(pages.map((page) => [page, readFileSync(join(SITE, page), 'utf8')]));
  const problems: string[] = [];
  for (const [page, text] of html) {
    for (const [, href = ''] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [path = '', id] = decodeURI(href).replaceAll('&amp;', '&').split('#');
      const target = path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path);
      const file = target.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html');
      const found = html.get(file);
      if (found === undefined) problems.push(`${page}: ${href}`);
      else if (id && !found.includes(` id="${id}"`)) problems.push(`${page}: ${href}`);
    }
  }
  expect(problems).toEqual([]);
});

test('llms.txt lists the pages, and llms-full.txt has their text', () => {
  const index = readFileSync(join(SITE, 'llms.txt'), 'utf8');
  const full = readFileSync(join(SITE, 'llms-full.txt'), 'utf8');
  for (const { file, name } of Object.values(PAGES).flat()) {
    expect(index).toContain(`- [${name}](/${file}): `);
    expect(existsSync(join(SITE, file)), file).toBe(true);
  }
  expect(index).not.toMatch(/: $/m);
  expect(full).toContain('# Get started\n');
  expect(full).toContain('# Search\n');
  expect(full).not.toContain('<!--');
});

test('the search of the site finds a heading', async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/get-started.html`);
  // Before Vue has mounted, nothing listens to the key.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  await page.keyboard.press('/');
  await page.locator('#localsearch-input').fill('trustProxy');
  await page.locator('#localsearch-list li a').first().waitFor();
  expect(await page.locator('#localsearch-list').innerText()).toContain('trustProxy');
  await page.close();
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing, %s',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const found: object[] = [];
    for (const file of pages.filter(isChecked)) {
      await page.goto(`${origin}/${file}`);
      // Only colours differ in the dark.
      const violations = await axeViolations(
        page,
        colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
      );
      found.push(...violations.map((violation) => ({ file, ...violation })));
      if (LOOKED_AT.includes(file))
        await screenshot(page, `docs-${file.replace('.html', '')}-${colorScheme}`);
    }
    await context.close();
    expect(found).toEqual([]);
  },
  300_000,
);
