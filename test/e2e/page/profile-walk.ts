import { expect, test } from 'vitest';
import type { BigBook } from './big-book.ts';
import { cells, queryText } from './search-walk.ts';
import { layoutShift } from './walk.ts';

/** The profile: its summary, its panels and its links. */
export function profileWalk(book: BigBook): void {
  const open = (name: Parameters<BigBook['token']>[0], rest = '') => book.open(`/${book.token(name)}${rest}`);

  test('the summary shows client, URL, time, duration and status', async () => {
    const page = await open('failed order');
    const head = await page.locator('.profile-head').innerText();
    for (const text of [
      '500 POST https://shop.example/api/orders',
      '198.51.100.23',
      '14-Nov-2026 12:03:00.000000 UTC',
    ])
      expect(head).toContain(text);
    const summary = await page.locator('#summary').innerText();
    for (const text of ['2.04 s', '500 Internal Server Error', 'OrderError', '/api/orders'])
      expect(summary).toContain(text);
  });

  test('the exception comes first, in one line with its cause, then with source lines', async () => {
    const page = await open('failed order');
    const links = await page.locator('.rail > ul a').allInnerTexts();
    expect(links.slice(0, 3).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Summary',
      'Exception',
      'Timeline 3',
    ]);
    expect(await page.locator('.what-failed .cause-chain').innerText()).toMatch(
      /^OrderError .* ← TimeoutError /,
    );
    await page.locator('.rail').getByRole('link', { name: 'Exception' }).click();
    const exception = page.locator('#exception');
    expect(await exception.locator('mark').first().innerText()).toContain('throw new OrderError');
    expect(await exception.locator('.cause').innerText()).toContain('TimeoutError');
  });

  test('every panel shows what was recorded, on its own and with all others', async () => {
    const page = await open('account');
    const texts: Record<string, string> = {
      request: 'redacted',
      logs: 'prices are 14 minutes old',
      queries: 'N+1 query: the same query ran 12 times',
      outgoing: 'https://stock.example/v2/levels',
      notes: 'Nordwind GmbH',
      client: 'All from this client, 5 minutes before and after',
      'sub-requests': book.token('rendering'),
    };
    for (const id of Object.keys(texts)) {
      await page.locator(`.rail a[href*="panel=${id}"]`).click();
      expect(await page.locator('.profile-panel > section').count()).toBe(1);
      expect(await page.locator(`#${id}`).innerText(), id).toContain(texts[id]);
      expect(await page.locator('.rail [aria-current=page]').getAttribute('href')).toContain(`panel=${id}`);
    }
    expect(await (await open('account', '?panel=request')).locator('#request').innerText()).toContain(
      'text/html; charset=utf-8',
    );
    await page.getByRole('link', { name: 'Everything' }).click();
    for (const [id, text] of Object.entries(texts))
      expect(await page.locator(`#${id}`).innerText(), id).toContain(text);
    expect(await page.locator('#timeline svg .mark').count()).toBeGreaterThan(15);
    await page.locator('#raw summary').click();
    expect(await page.locator('#raw pre').innerText()).toContain('"tenant"');
  });

  test('five hundred spans are drawn, and listed in a table', async () => {
    const page = await open('export', '?panel=timeline');
    expect(await page.locator('#timeline').innerText()).toContain('312 more spans of all kinds were omitted');
    await page.getByText('All 500 spans as a table').click();
    expect(await page.locator('#timeline tbody tr').count()).toBe(500);
  });

  test('an empty panel says why', async () => {
    const page = await open('without detail', '?panel=everything');
    const empty = await page.locator('.panel.bare .empty').allInnerTexts();
    expect(empty).toContain(
      'The detail of this request was dropped because the recording budget was exceeded, or writing was too slow.',
    );
    const errorStage = await open('error stage');
    expect(await errorStage.locator('.family').innerText()).toBe(
      `This is the error stage of ${book.token('failed order')}.`,
    );
    await errorStage.getByRole('link', { name: 'Main request' }).click();
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

  test('compares with the one before in one click, what matters first', async () => {
    const page = await open('account');
    await page.locator('.compare-with summary').click();
    await page.getByRole('link', { name: 'Compare with the one before' }).click();
    expect(page.url()).toContain(`a=${book.token('quick account')}&b=${book.token('account')}`);
    const differences = page.locator('#differences .differs');
    expect(await differences.filter({ hasText: '12 times' }).count()).toBe(1);
    expect(await differences.filter({ hasText: 'header authorization' }).count()).toBe(1);
    expect(await differences.filter({ hasText: 'log ' }).count()).toBe(2);
    await page.locator('#noise summary').click();
    expect(await page.locator('#noise').innerText()).toContain('Duration');
    const [first] = await differences.allInnerTexts();
    await page.getByRole('link', { name: 'Swap A and B' }).click();
    expect(page.url()).toContain(`a=${book.token('account')}&b=${book.token('quick account')}`);
    expect(await differences.allInnerTexts()).not.toContain(first);
  });

  test('keys open panels, the list and the search, and copy the token', async () => {
    const page = await book.open('?q=status:5xx+kind:main&limit=10');
    await page.locator('#results td.token a').first().click();
    const token = (await page.locator('.profile-head [data-token]').innerText()).trim();
    await page.keyboard.press('2');
    await page.waitForURL(/panel=/);
    expect(await page.locator('.rail [aria-keyshortcuts="2"]').getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('c');
    await page.getByText(`Copied ${token}`).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.keyboard.press('1');
    await page.waitForURL((url) => !url.search.includes('panel='));
    await page.keyboard.press('u');
    await page.waitForURL(/\?q=/);
    expect(await queryText(page)).toBe('status:5xx kind:main');
  });

  test.each([
    ['failed order', ''],
    ['account', ''],
    ['account', '?panel=everything'],
    ['account', '?panel=request'],
    ['long', ''],
  ] as const)('nothing moves while %s%s is loaded', async (name, query) => {
    for (const width of [1280, 390]) {
      const page = await book.open(`/${book.token(name)}${query}`, { viewport: { width, height: 844 } });
      await page.locator('dialog.help').waitFor({ state: 'attached' });
      expect(await layoutShift(page), `${width} px`).toBe(0);
    }
  });

  test('a profile that failed says when it last worked, and copies a failing test', async () => {
    const page = await open('failed order');
    expect(await page.locator('.since').innerText()).toMatch(/Last worked|Has never worked in this book/);
    await page.locator('.copy summary').click();
    await page.getByRole('link', { name: 'Copy as failing test' }).click();
    await page.getByRole('link', { name: 'Copied' }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain("import { test } from 'node:test';");
    expect(text).toContain("fetch('https://shop.example/api/orders?ref=newsletter'");
  });
}
