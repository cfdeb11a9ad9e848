import type { Page } from 'playwright-core';
import { waitUntil } from '../small-book.ts';

/** The toolbar lists at most this many requests. */
const MAX_LISTED = 50;

/**
 * Opens app pages that fetch all these profiles, fifty at a time, and reads their toolbars. Returns the texts shown, and
 * anything that is not plain text.
 */
export async function readInToolbar(
  page: Page,
  base: string,
  tokens: readonly string[],
): Promise<{ texts: string[]; foreign: string[] }> {
  const { origin, pathname } = new URL(base);
  const script = `${pathname}/assets/toolbar.js?v=test`;
  await page.route(`${origin}/app/*`, (route) => {
    const token = route.request().url().split('/').at(-1) ?? '';
    const body = `<!doctype html><html lang="en"><title>App</title><body>
      <script type="module" src="${script}" data-gatebook="${token}"></script></body></html>`;
    return route.fulfill({
      body,
      headers: { 'Content-Type': 'text/html', 'Server-Timing': `gatebook;desc="${token}"` },
    });
  });
  const texts: string[] = [];
  const foreign: string[] = [];
  for (let i = 0; i < tokens.length; i += MAX_LISTED) {
    const batch = tokens.slice(i, i + MAX_LISTED);
    await page.goto(`${origin}/app/${batch[0]}`);
    await page.evaluate(async (fetched) => {
      for (const token of fetched) await fetch(`/app/${token}`);
    }, batch);
    const toolbar = page.locator('#gatebook-toolbar');
    await waitUntil(async () => (await toolbar.locator('tr').count()) === batch.length);
    await waitUntil(async () => !(await toolbar.locator('section').textContent())?.includes(' …'));
    const found = await toolbar.evaluate(({ shadowRoot }) => {
      const elements = [...(shadowRoot?.querySelectorAll('*') ?? [])];
      const plain = /^(section|span|a|details|summary|table|tbody|tr|td|button)$/;
      return {
        text: elements[0]?.textContent ?? '',
        titles: elements.map((element) => element.getAttribute('title') ?? '').join(''),
        foreign: elements.flatMap((element) => [
          ...(plain.test(element.localName) ? [] : [element.localName]),
          ...element.getAttributeNames().filter((name) => /^on/i.test(name)),
          ...[element.getAttribute('href') ?? '/_profiler/'].filter((url) => !url.startsWith('/_profiler/')),
        ]),
      };
    });
    texts.push(found.text, found.titles);
    foreign.push(...found.foreign);
  }
  return { texts, foreign };
}
