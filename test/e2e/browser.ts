import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { smallerPng } from './page/smaller-png.ts';

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
  mkdirSync(LOOKED_AT, { recursive: true });
  await page.screenshot({ path: join(LOOKED_AT, `${name}.png`) });
}

export interface DocsPicture {
  readonly fullPage?: boolean;
  /** Of this element alone. */
  readonly element?: string;
}

/** A picture that is shown in the docs. */
export async function docsPicture(page: Page, name: string, options: DocsPicture = {}): Promise<void> {
  const { fullPage = false, element } = options;
  const png = await (element ? page.locator(element).screenshot() : page.screenshot({ fullPage }));
  mkdirSync(DOCS, { recursive: true });
  writeFileSync(join(DOCS, `${name}.png`), smallerPng(png));
}
