import type { Page } from 'playwright-core';
import { until } from '../small-book.ts';

/** The bar lists so many at once. */
const AT_ONCE = 50;

/**
 * The bar on a page of an app that answered for all of these profiles: the page itself for the first of each fifty, and
 * its script fetched the others. Gives the texts the bar showed, and what in it was more than text.
 */
export async function readInBar(
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
  for (let i = 0; i < tokens.length; i += AT_ONCE) {
    const some = tokens.slice(i, i + AT_ONCE);
    await page.goto(`${origin}/app/${some[0]}`);
    await page.evaluate(async (fetched) => {
      for (const token of fetched) await fetch(`/app/${token}`);
    }, some);
    const bar = page.locator('#gatebook-toolbar');
    await until(async () => (await bar.locator('tr').count()) === some.length);
    await until(async () => !(await bar.locator('section').textContent())?.includes(' …'));
    const read = await bar.evaluate(({ shadowRoot }) => {
      const elements = [...(shadowRoot?.querySelectorAll('*') ?? [])];
      const plain = /^(section|span|a|details|summary|table|tbody|tr|td|button)$/;
      return {
        text: elements[0]?.textContent ?? '',
        titles: elements.map((one) => one.getAttribute('title') ?? '').join(''),
        foreign: elements.flatMap((one) => [
          ...(plain.test(one.localName) ? [] : [one.localName]),
          ...one.getAttributeNames().filter((name) => /^on/i.test(name)),
          ...[one.getAttribute('href') ?? '/_profiler/'].filter((way) => !way.startsWith('/_profiler/')),
        ]),
      };
    });
    texts.push(read.text, read.titles);
    foreign.push(...read.foreign);
  }
  return { texts, foreign };
}
