import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { pack, USER_ENV } from '../support/user-commands.ts';
import { launchChromium } from './browser.ts';
import { followReadme } from './readme/follow.ts';

/** With Next.js, and an npm cache that is empty for each framework: `npm run e2e:readme -- --full`. */
const isFull = process.env.README === 'full';
const MAX_SECONDS = 120;
/** `npx` asks whether it may install what it runs: yes. */
const NPM = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_yes: 'true',
};
/** An app of the reader's, for the section that needs one. */
const OWN_APP = {
  'package.json': '{ "private": true, "type": "module", "scripts": { "start": "node server.js" } }\n',
  'server.js': `import { createServer } from 'node:http';

createServer((request, response) => response.end('Hello')).listen(3000);
`,
};

const folder = mkdtempSync(join(tmpdir(), 'gatebook-readme-'));
let tarball = '';
let browser: Browser;

beforeAll(async () => {
  tarball = pack(folder);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

const SECTIONS = [
  { heading: 'Express' },
  { heading: 'Fastify' },
  { heading: 'Hono' },
  { heading: 'node:http' },
  { heading: 'Without code', files: OWN_APP },
  ...(isFull ? [{ heading: 'Next.js' }] : []),
];

test.each(SECTIONS)(
  'the page shows the first request of an app that was made as the README says: $heading',
  { timeout: 300_000 },
  async ({ heading, files = {} }) => {
    const start = performance.now();
    const home = join(folder, heading.replace(/\W/g, '-'));
    const cache = isFull ? { npm_config_cache: join(folder, `${heading.replace(/\W/g, '-')}-cache`) } : {};
    const app = await followReadme({ heading, home, tarball, files, env: { ...NPM, ...cache } });
    try {
      const page = await browser.newPage();
      const answer = await page.goto(app.url, { timeout: 100_000 });
      expect(answer?.status()).toBe(200);
      await page.goto(app.link);
      await findRequest(page, app.url);
      const seconds = (performance.now() - start) / 1000;
      expect(seconds).toBeLessThan(MAX_SECONDS);
      figure(heading, `${seconds.toFixed(0)} s`);
      await page.getByRole('row').nth(1).getByRole('link').last().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.close();
      expect(run(app.folder, 'open', '--no-browser')).toBe(`${app.link}\n`);
      expect(run(app.folder, 'search', 'path:/')).toMatch(/[1-9]\d* results? found/);
      expect(readFileSync(join(app.folder, '.gatebook/.gitignore'), 'utf8')).toBe('*\n');
    } finally {
      await app.stop();
    }
  },
);

/** The page was opened with the key, so its address has none any more. Then a search finds the request. */
async function findRequest(page: Page, url: string): Promise<void> {
  await page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();
  expect(page.url()).toBe(`${url}/_profiler`);
  await page.goto(`${url}/_profiler?q=${encodeURIComponent('path:/ status:200')}`);
  for (let attempt = 0; attempt < 10 && (await page.locator('tbody tr').count()) === 0; attempt++)
    await page.reload();
  expect(await page.locator('tbody tr').first().locator('td').first().innerText()).toBe('200');
}

function run(cwd: string, ...args: string[]): string {
  return execFileSync('npx', ['gatebook', ...args], { cwd, env: USER_ENV, encoding: 'utf8' });
}

test('the line for CommonJS works', () => {
  const [line = ''] = /const \{ gatebook \} = require\('gatebook\/express'\)/.exec(readme()) ?? [];
  expect(line).not.toBe('');
  const home = join(folder, 'Express');
  writeFileSync(join(home, 'app.cjs'), `${line};\ngatebook(require('express')());\nconsole.log('works');\n`);
  expect(execFileSync(process.execPath, ['app.cjs'], { cwd: home, env: USER_ENV, encoding: 'utf8' })).toBe(
    'works\n',
  );
});

function readme(): string {
  return readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
}
