// npm run pictures   renews all images of the docs and the one of the README that moves, from the real page
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launchChromium } from '../browser.ts';
import { animatedPng } from './animated-png.ts';
import { film } from './film.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'docs/images/search-to-profile.png';
const MAX_BYTES = 600_000;

const demo = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), 'demo', '--no-browser'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await launchChromium();
try {
  const context = await browser.newContext({ viewport: { width: 1100, height: 640 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(await linkOf(demo.stdout));
  await page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();
  const picture = animatedPng(await film(page));
  if (picture.length > MAX_BYTES) throw new Error(`${FILE} would have ${picture.length} bytes.`);
  writeFileSync(join(ROOT, FILE), picture);
  console.log(`${FILE}: ${picture.length} bytes`);
} finally {
  await browser.close();
  demo.kill();
}

async function linkOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [link] = /http:\S+#key=\S+/.exec(line) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error('The demo printed no link.');
}
