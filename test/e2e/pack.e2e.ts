import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { launchChromium } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-pack-'));
/** A user has not set these. */
const USER_ENV = {
  ...process.env,
  GATEBOOK_KEY: undefined,
  GATEBOOK_STORAGE: undefined,
  NODE_ENV: undefined,
};
const started: ChildProcess[] = [];
let tarball = '';
let browser: Browser;

beforeAll(async () => {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
  browser = await launchChromium();
});
afterAll(async () => {
  for (const child of started) child.kill();
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The code block of the README that starts with this comment. */
function fromReadme(file: string): string {
  const block = README.split('```').find((part) => part.replace(/^\w*\n/, '').startsWith(`// ${file}\n`));
  if (!block) throw new Error(`The README has no code block for ${file}`);
  return block.replace(/^\w*\n/, '');
}

/**
 * Follows the README as a new user: installs the package and the framework, copies the code, starts it in a terminal and
 * waits for the link.
 */
async function followReadme(
  file: string,
  framework: string,
): Promise<{ url: string; link: string; child: ChildProcess; home: string }> {
  const home = join(folder, file);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  expect(README).toContain(`npm install gatebook ${framework}`);
  expect(README).toContain('Run `node app.mjs`, and open the link it prints');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball, framework], {
    cwd: home,
    stdio: 'pipe',
  });
  const port = await freePort();
  writeFileSync(join(home, file), fromReadme(file).replaceAll('3000', String(port)));
  const child = spawn('script', ['-qec', `'${process.execPath}' ${file}`, '/dev/null'], {
    cwd: home,
    env: USER_ENV,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const url = `http://localhost:${port}`;
  started.push(child);
  for (let tries = 0; tries < 100 && !output.includes('\n'); tries++) await sleep(100);
  const [, link = ''] = /^gatebook: Profile Search: (\S+)\r\n$/.exec(output) ?? [];
  expect(output).toContain(`${url}/_profiler#key=`);
  expect(link).toMatch(/#key=[\w-]{22}$/);
  return { url, link, child, home };
}

test.each([
  { file: 'app.mjs', framework: 'express', module: 'ESM' },
  { file: 'app.cjs', framework: 'express', module: 'require()' },
  { file: 'fastify.mjs', framework: 'fastify', module: 'ESM' },
])('the README example works with the packed package: $framework, $module', async ({ file, framework }) => {
  const { url, link, child, home } = await followReadme(file, framework);
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/_profiler`);
    await fetch(`${url}/error/.env`);
    await page.reload();
    expect(await page.title()).toBe('Profile Search');
    expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(2);
    expect(await page.locator('tbody tr').first().locator('td').first().innerText()).toBe('404');
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('table') as Element).tableLayout),
    ).toBe('fixed');
    await page.close();
    const bin = join(home, 'node_modules/.bin/gatebook');
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [bin, ...args], { cwd: home, env: USER_ENV, encoding: 'utf8' });
    expect(run('search', '.env')).toContain('2 results found');
    expect(README).toContain('npx gatebook open ');
    expect(run('open')).toBe(`${link}\n`);
    expect(readFileSync(join(home, '.gatebook/.gitignore'), 'utf8')).toBe('*\n');
  } finally {
    child.kill();
  }
});

test('the package contains only what it needs', () => {
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  expect(
    files.filter(
      (file) => !/^package\/(dist\/|skills\/|package\.json$|README\.md$|LICENSE$|docs\/images\/)/.test(file),
    ),
  ).toEqual([]);
  expect(files.filter((file) => /\.test\.|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
});

test('the exports resolve for every kind of import', () => {
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
  execFileSync(bin('publint'), ['--strict', tarball], { cwd: ROOT, stdio: 'pipe' });
  execFileSync(bin('attw'), [tarball], { cwd: ROOT, stdio: 'pipe' });
});
