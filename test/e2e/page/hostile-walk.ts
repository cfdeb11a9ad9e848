import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { FORMULA_START, parseCsv } from '../../support/parse-csv.ts';
import { says, until } from '../small-book.ts';
import type { BigBook } from './big-book.ts';
import { readInBar } from './hostile-bar.ts';
import { hostileDrafts, TOGETHER } from './hostile-drafts.ts';
import { type Hostile, PLACES } from './hostile-places.ts';
import { hostileStrings } from './hostile-strings.ts';

const COUNT = Number(process.env.HOSTILE ?? 300);
const BATCH = 500;
const ROWS = '500';
const MINUTES = 60_000;
/** What acts instead of being seen; a line break is neither. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Hostile strings in every text of a profile, through every page and file. */
export function hostileWalk(book: BigBook): void {
  let hostile: Hostile;
  let written: readonly string[] = [];
  let pages = 0;

  test(`${COUNT} hostile strings arrive in a live tail`, { timeout: 5 * MINUTES }, async () => {
    const strings = hostileStrings(COUNT);
    const began = Date.now() * 1000;
    const since = `since:${new Date(began / 1000).toISOString()}`;
    // The tail adds to a listing: one that is empty it would load anew.
    const [plain = ''] = await book.write([{ sample: { time: began + 1 } }]);
    const page = await book.open(`?${new URLSearchParams({ q: since, limit: ROWS })}#live`);
    await until(async () => (await says(page)).includes('listening'));
    const drafts = hostileDrafts(strings, began + 1000);
    const tokens: string[] = [];
    for (let i = 0; i < drafts.length; i += BATCH)
      tokens.push(...(await book.write(drafts.slice(i, i + BATCH))));
    await until(async () => (await says(page)).includes(`${COUNT} new`), MINUTES);
    await isClean(page);
    pages++;
    written = tokens;
    hostile = {
      base: book.base,
      plain,
      strings,
      tokens: tokens.filter((_, i) => i % TOGETHER === 0),
      query: since,
      pages: await pagesOf(page, since),
    };
  });

  // Once under the policy of the page, which must never be tried, and once without it, so that a script could run.
  for (const bypassCSP of [false, true]) {
    test.each(PLACES)(
      `$name: nothing runs${bypassCSP ? ', not even without the policy' : ''}`,
      { timeout: 10 * MINUTES },
      async ({ addresses, act }) => {
        const page = await book.open('/compare', { bypassCSP });
        for (const address of addresses(hostile)) {
          await page.goto(address);
          await act?.(page);
          await isClean(page);
          pages++;
        }
      },
    );
  }

  test('the bar: nothing runs', { timeout: 10 * MINUTES }, async () => {
    const page = await book.open('/compare');
    const { texts, foreign } = await readInBar(page, book.base, written);
    expect(foreign).toEqual([]);
    expect(texts.filter((text) => UNSEEN.test(text))).toEqual([]);
    expect(texts.join('').length).toBeGreaterThan(COUNT * 10);
  });

  test('CSV has every one of them, and no formula', async () => {
    const text = await (
      await fetch(`${book.base}/export.csv?${new URLSearchParams({ q: hostile.query })}`)
    ).text();
    const rows = parseCsv(text.replace(/^\ufeff/, ''));
    expect(rows).toHaveLength(COUNT + 2);
    const formulas = rows.flat().filter((cell) => FORMULA_START.some((start) => cell.startsWith(start)));
    expect(formulas).toEqual([]);
    expect(UNSEEN.test(text.slice(1))).toBe(false);
  });

  test.each(['har', 'json'])('%s has every one of them, and reads back', async (kind) => {
    const answer = await fetch(`${book.base}/export.${kind}?${new URLSearchParams({ q: hostile.query })}`);
    const text = await answer.text();
    const { log, entries = log?.entries } = JSON.parse(text) as {
      log?: { entries: unknown[] };
      entries?: unknown[];
    };
    expect(entries).toHaveLength(COUNT + 1);
    expect(UNSEEN.test(text)).toBe(false);
  });

  test('that was all of it', () => {
    const all = PLACES.flatMap(({ addresses }) => addresses(hostile));
    expect(pages).toBe(1 + 2 * all.length);
    figure(
      'hostile strings',
      `${COUNT} through ${pages} pages, the bar, CSV and HAR: 0 scripts, 0 formulas, policy never tried`,
    );
  });
}

/** The parameters of every page that a reader comes to by reading on. */
async function pagesOf(page: Page, q: string): Promise<string[]> {
  const first = new URLSearchParams({ q, limit: ROWS }).toString();
  const found: string[] = [];
  for (let next: string | null = first; next !== null; ) {
    found.push(next);
    await page.goto(page.url().replace(/[?#].*/, `?${next}`));
    const older = page.locator('.pages a[rel=next]');
    next =
      (await older.count()) === 0
        ? null
        : new URL((await older.getAttribute('href')) ?? '', page.url()).search.slice(1);
  }
  return found;
}

/** Nothing that was recorded or asked became markup, an address or an unseen character. */
async function isClean(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const foreign =
      'img,iframe,object,embed,video,audio,base,style,math,foreignObject,animate,marquee,noscript,textarea,meta[http-equiv],' +
      'svg script,svg a[href^="j"],b,main link';
    const elements = [...document.querySelectorAll('*')];
    return {
      foreign: [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
      scripts: document.scripts.length,
      handlers: elements.flatMap((one) => one.getAttributeNames().filter((name) => /^on/i.test(name))),
      ways: elements.flatMap((one) =>
        ['href', 'src', 'action', 'formaction', 'xlink:href']
          .map((name) => one.getAttribute(name))
          .filter((way) => way !== null)
          .map((way) => new URL(way, location.href))
          .filter(({ origin, pathname }) => origin !== location.origin || !pathname.startsWith('/_profiler'))
          .map(({ href }) => href),
      ),
      text: document.documentElement.textContent,
      titles: elements.map((one) => one.getAttribute('title') ?? '').join(''),
    };
  });
  expect(found.foreign).toEqual([]);
  expect(found.scripts).toBeLessThanOrEqual(1);
  expect(found.handlers).toEqual([]);
  expect(found.ways).toEqual([]);
  expect(UNSEEN.exec(found.text)?.index ?? -1).toBe(-1);
  expect(UNSEEN.exec(found.titles)?.index ?? -1).toBe(-1);
}
