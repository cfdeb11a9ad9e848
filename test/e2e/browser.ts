import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');

/** Pictures go to a folder that git ignores; `UPDATE_IMAGES=1` renews the ones in the docs. */
const IMAGES = join(ROOT, process.env.UPDATE_IMAGES ? 'docs/images' : 'test-results');

/** Debian's Chromium, which talks to nobody but us. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(IMAGES, { recursive: true });
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}
