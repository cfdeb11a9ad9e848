import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { smallerPng } from './pictures/smaller-png.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Ignored by git. */
const SCREENSHOTS = join(ROOT, 'test-results');
/** The images of the docs are replaced only if DOCS_IMAGES is set. */
const DOCS = process.env.DOCS_IMAGES ? join(ROOT, 'docs/images') : SCREENSHOTS;

/** The same engine without the parts for a window: tests take two thirds of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium');

/** Launches Chromium without background network traffic. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
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

/** Takes a screenshot for a person to review. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

export interface DocsScreenshotOptions {
  readonly fullPage?: boolean;
  /** A selector: only this element. */
  readonly element?: string;
}

/** Takes a screenshot for the docs. */
export async function docsScreenshot(
  page: Page,
  name: string,
  options: DocsScreenshotOptions = {},
): Promise<void> {
  const { fullPage = false, element } = options;
  const png = await (element ? page.locator(element).screenshot() : page.screenshot({ fullPage }));
  mkdirSync(DOCS, { recursive: true });
  writeFileSync(join(DOCS, `${name}.png`), smallerPng(png));
}
