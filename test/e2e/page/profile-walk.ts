import { expect, test } from 'vitest';
import type { BigBook } from './big-book.ts';
import { cells, queryText } from './search-walk.ts';

/** The profile: its summary, its panels and its links. */
export function profileWalk(book: BigBook): void {
  const open = (name: Parameters<BigBook['token']>[0], rest = '') => book.open(`/${book.token(name)}${rest}`);

  test('the summary shows client, URL, time, duration and status', async () => {
    const page = await open('failed order');
    const summary = await page.locator('.summary').innerText();
    for (const text of [
      '500 POST https://shop.example/api/orders',
      '198.51.100.23',
      '14-Nov-2026 12:03:00.000000 UTC',
    ])
      expect(summary).toContain(text);
    for (const text of ['2.04 s', '500 Internal Server Error', 'OrderError', '/api/orders'])
      expect(summary).toContain(text);
  });

  test('the exception comes first, with source lines and causes', async () => {
    const page = await open('failed order');
    const tabs = await page.locator('.tabs a').allInnerTexts();
    expect(tabs.slice(0, 2).map((tab) => tab.replace(/\s+/g, ' '))).toEqual(['Exception 1', 'Timeline 3']);
    const exception = page.locator('#exception');
    expect(await exception.locator('mark').innerText()).toContain('throw new OrderError');
    expect(await exception.locator('.cause').innerText()).toContain('TimeoutError');
  });

  test('every panel shows what was recorded', async () => {
    const page = await open('account');
    const texts: Record<string, string> = {
      request: 'withheld',
      response: 'text/html; charset=utf-8',
      logs: 'prices are 14 minutes old',
      queries: 'N+1 query: the same query ran 12 times',
      outgoing: 'https://stock.example/v2/levels',
      notes: 'Nordwind GmbH',
      client: 'Earlier requests',
      'sub-requests': book.token('rendering'),
    };
    for (const [id, text] of Object.entries(texts)) {
      expect(await page.locator(`#${id}`).innerText(), id).toContain(text);
    }
    expect(await page.locator('#timeline svg .mark').count()).toBeGreaterThan(15);
    await page.locator('#raw summary').click();
    expect(await page.locator('#raw pre').innerText()).toContain('"tenant"');
  });

  test('five hundred spans are drawn, and listed in a table', async () => {
    const page = await open('export');
    expect(await page.locator('#timeline').innerText()).toContain('312 more spans of all kinds were omitted');
    await page.getByText('All 500 spans as a table').click();
    expect(await page.locator('#timeline tbody tr').count()).toBe(500);
  });

  test('an empty panel says why', async () => {
    const page = await open('without detail');
    const empty = await page.locator('.panel.bare .empty').allInnerTexts();
    expect(empty).toContain(
      'The detail of this request was dropped because the recording budget was exceeded.',
    );
    const errorStage = await open('error stage');
    expect(await errorStage.locator('.family').innerText()).toBe(
      `This is the error stage of ${book.token('failed order')}.`,
    );
    expect(await errorStage.locator('#sub-requests').innerText()).toContain(book.token('failed order'));
  });

  test('newer and older stay in the search the profile was opened from', async () => {
    const page = await book.open('?q=status:5xx+kind:main&limit=10');
    const tokens = await cells(page, 'token');
    await page.locator('#results td.token a').nth(1).click();
    for (const token of tokens.slice(2, 5)) {
      await page.getByRole('link', { name: 'Older ›' }).click();
      expect(page.url()).toContain(`/${token}?`);
    }
    await page.getByRole('link', { name: '‹ Newer' }).click();
    expect(page.url()).toContain(`/${tokens[3]}?`);
    await page.getByRole('link', { name: 'Back to search' }).click();
    expect(await queryText(page)).toBe('status:5xx kind:main');
    expect(await cells(page, 'token')).toEqual(tokens);
  });

  test('reports an expired and an unknown token', async () => {
    const page = await book.open(`/${book.expired}`);
    expect(await page.locator('main').innerText()).toContain('was deleted by retention');
    await page.goto(`${book.base}/000000000001`);
    expect(await page.locator('h1').innerText()).toBe('Not found');
  });

  test('compares two profiles and marks their differences', async () => {
    const page = await open('account');
    await page.getByText('Compare with…').click();
    await page.getByRole('link', { name: /^Previous request to this route/ }).click();
    expect(page.url()).toContain(`a=${book.token('account')}&b=${book.token('quick account')}`);
    expect(await page.locator('#timings .differs').first().innerText()).toContain('−56.5 ms');
    expect(await page.locator('#queries .differs').first().innerText()).toContain('12 times');
    expect(await page.locator('#request-headers .differs').innerText()).toContain('authorization');
    expect(await page.locator('#logs .differs').count()).toBe(2);
    await page.getByRole('link', { name: 'Swap A and B' }).click();
    expect(await page.locator('#timings .differs').first().innerText()).toContain('+56.5 ms');
  });
}
