import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseCsv } from '../../support/parse-csv.ts';
import type { BigBook } from './big-book.ts';
import { cells } from './search-walk.ts';

/** Exports of a search and of a profile, code snippets and permanent links. */
export function exportWalk(book: BigBook): void {
  test.each(['CSV', 'HAR', 'JSON'] as const)('the search page links to all matches as %s', async (kind) => {
    const page = await book.open('?q=status:5xx+kind:main+since:2026-11-12&limit=10&tz=Europe/Zagreb');
    const tokens = await cells(page, 'token');
    await page.getByText('Export', { exact: true }).click();
    const text = await download(page, kind);
    const found = {
      CSV: () =>
        parseCsv(text)
          .slice(1)
          .map((row) => row.at(5)),
      HAR: () => (JSON.parse(text) as Har).log.entries.map(({ _token }) => _token),
      JSON: () => (JSON.parse(text) as { entries: { token: string }[] }).entries.map(({ token }) => token),
    }[kind]();
    expect(found.slice(0, 10)).toEqual(tokens);
    expect(found.length).toBeGreaterThan(10);
  });

  test('a profile links to HAR, JSON, curl and code', async () => {
    const token = book.token('failed order');
    const page = await book.open(`/${token}`);
    await page.locator('.share-profile summary').click();
    const har = JSON.parse(await download(page, 'HAR')) as Har;
    expect(har.log.entries.map(({ request }) => request.url)).toEqual([
      'https://shop.example/api/orders?ref=newsletter',
    ]);
    const json = JSON.parse(await download(page, 'JSON')) as { token: string; subRequests: unknown[] };
    expect(json.token).toBe(token);
    expect(json.subRequests).toHaveLength(1);
    await page.locator('.copy summary').click();
    await page.getByRole('link', { name: 'Copy as curl', exact: true }).click();
    await page.getByRole('link', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "'https://shop.example/api/orders?ref=newsletter'",
    );
    await page.getByRole('link', { name: 'Copy as fetch' }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('fetch('));
  });

  test('a permanent link contains only the token', async () => {
    const page = await book.open(`/${book.token('account')}?q=status:200&tz=Europe/Zagreb`);
    await page.locator('.share-profile summary').click();
    await page.getByRole('link', { name: 'Permanent link' }).click();
    expect(page.url()).toBe(`${book.base}/${book.token('account')}`);
    expect(await page.locator('.profile-head').innerText()).toContain(book.token('account'));
  });
}

interface Har {
  readonly log: { readonly entries: readonly { _token: string; request: { url: string } }[] };
}

async function download(page: Page, label: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: label, exact: true }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}
