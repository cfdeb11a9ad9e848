import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');

/** A folder that git ignores. */
const LOOKED_AT = join(ROOT, 'test-results');
/** The pictures of the docs are renewed only when that is asked for. */
const DOCS = process.env.PICTURES ? join(ROOT, 'docs/images') : LOOKED_AT;

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

/** A picture to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  await take(page, LOOKED_AT, name, {});
}

/** A picture that is shown in the docs. */
export async function docsPicture(
  page: Page,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  await take(page, DOCS, name, options);
}

async function take(page: Page, folder: string, name: string, options: { fullPage?: boolean }) {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
