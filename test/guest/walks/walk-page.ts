import type { Page } from 'playwright-core';

/** Walks from the first address of the page. Returns the text of the last page, with single spaces. */
export async function walkPage(
  page: Page,
  origin: string,
  steps: readonly string[],
  row: string,
): Promise<string> {
  await page.goto(`${origin}/_profiler`);
  for (const step of steps) {
    const [verb] = step.split(' ', 1);
    const rest = step.slice((verb?.length ?? 0) + 1);
    await Promise.all([page.waitForNavigation(), take(page, verb, rest === 'ROW' ? row : rest)]);
    await page.waitForLoadState();
  }
  return (await page.locator('main').innerText()).replace(/\s+/g, ' ');
}

async function take(page: Page, verb: string | undefined, what: string): Promise<void> {
  if (verb === 'search') {
    const field = page.getByRole('combobox', { name: 'Search' }).first();
    await field.fill(what);
    return field.press('Enter');
  }
  if (verb === 'click') return page.getByRole('link', { name: what }).first().click();
  const found = page.locator('#results tbody tr', { hasText: what }).first();
  return found.locator('td.token a').click();
}
