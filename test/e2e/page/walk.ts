import type { Locator, Page } from 'playwright-core';

/** Uses a page as a reader does: counts clicks, keys and drags, and adds up the layout shift of all pages on the way. */
export class Walk {
  readonly page: Page;
  /** Clicks, keys and drags so far. Pointing at something is not counted. */
  actions = 0;
  #shift = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await this.#leave(() => target.click());
  }

  async press(key: string): Promise<void> {
    await this.#leave(() => this.page.keyboard.press(key));
  }

  /** Drags across most of an element. */
  async drag(target: Locator): Promise<void> {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { mouse } = this.page;
    await this.#leave(async () => {
      await mouse.move(x + width * 0.1, y + height / 2);
      await mouse.down();
      await mouse.move(x + width * 0.5, y + height / 2);
      await mouse.move(x + width * 0.9, y + height / 2);
      await Promise.all([this.page.waitForNavigation(), mouse.up()]);
    });
  }

  /** The layout shift of all pages of the walk. */
  async shift(): Promise<number> {
    return this.#shift + (await layoutShift(this.page));
  }

  async #leave(act: () => Promise<unknown>): Promise<void> {
    this.actions++;
    const before = { url: this.page.url(), shift: await layoutShift(this.page) };
    await act();
    await this.page.waitForLoadState();
    if (this.page.url() !== before.url) this.#shift += before.shift;
  }
}

/** Resolves when the page is loaded, its script has run and its fonts are there. Not `networkidle`, which Chromium may never report. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  // The script adds this last.
  await page.locator('dialog.help').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  // What a timer of the script moves is counted too.
  await page.waitForTimeout(250);
}

/** The cumulative layout shift of a page since it was opened, without what follows a click or a key. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) total += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Shifts are reported with the next frame.
        requestAnimationFrame(() =>
          setTimeout(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve(total);
          }, 50),
        );
      }),
  );
}
