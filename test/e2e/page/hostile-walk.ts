import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { WITH_KEY } from '../../support/key.ts';
import { FORMULA_START, parseCsv } from '../../support/parse-csv.ts';
import { liveText, waitUntil } from '../small-book.ts';
import type { BigBook } from './big-book.ts';
import { hostileDrafts, STRINGS_PER_DETAIL } from './hostile-drafts.ts';
import { HOSTILE_PAGES, type Hostile } from './hostile-pages.ts';
import { hostileStrings } from './hostile-strings.ts';
import { readInToolbar } from './hostile-toolbar.ts';

const COUNT = Number(process.env.HOSTILE ?? 300);
/** Whether the content security policy is left out. */
const POLICIES = process.env.HOSTILE ? [false, true] : [true];
/** A multiple of the strings per detail. */
const BATCH = 5 * STRINGS_PER_DETAIL;
const ROWS = '500';
const MINUTES = 60_000;
/** Invisible characters, except line breaks and tabs. */
const INVISIBLE = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Shows hostile strings in every field of a profile on every page and in every export. */
export function hostileWalk(book: BigBook): void {
  let hostile: Hostile;
  let written: readonly string[] = [];
  let pages = 0;

  test(`${COUNT} hostile strings in the live tail`, { timeout: 5 * MINUTES }, async () => {
    const strings = hostileStrings(COUNT);
    const started = Date.now() * 1000;
    const since = `since:${new Date(started / 1000).toISOString()}`;
    // With an empty list, the tail would reload the page instead of adding rows.
    const [plain = ''] = await book.write([{ sample: { time: started + 1 } }]);
    const page = await book.open(`?${new URLSearchParams({ q: since, limit: ROWS })}#live`);
    await waitUntil(async () => (await liveText(page)).includes('listening'));
    const tokens: string[] = [];
    while (tokens.length < COUNT) {
      const batch = strings.slice(tokens.length, tokens.length + BATCH);
      tokens.push(...(await book.write(hostileDrafts(batch, Date.now() * 1000))));
      // Written faster than the page shows them, they would not be added one by one.
      await waitUntil(async () => (await liveText(page)).includes(`${tokens.length} new`), MINUTES);
    }
    await expectClean(page);
    pages++;
    written = tokens;
    hostile = {
      base: book.base,
      plain,
      strings,
      tokens: tokens.filter((_, i) => i % STRINGS_PER_DETAIL === 0),
      query: since,
      pages: await pagesOf(page, since),
    };
  });

  // Without the content security policy, so a script could run; of all strings also with it: it must never be triggered.
  for (const bypassCSP of POLICIES) {
    test.each(HOSTILE_PAGES)(
      `$name: no script runs${bypassCSP ? ', even without the policy' : ''}`,
      { timeout: 10 * MINUTES },
      async ({ addresses, act }) => {
        const page = await book.open('/compare', { bypassCSP });
        for (const address of addresses(hostile)) {
          await page.goto(address);
          await act?.(page);
          await expectClean(page);
          pages++;
        }
      },
    );
  }

  test('toolbar: no script runs', { timeout: 10 * MINUTES }, async () => {
    const page = await book.open('/compare');
    const { texts, foreign } = await readInToolbar(page, book.base, written);
    expect(foreign).toEqual([]);
    expect(texts.filter((text) => INVISIBLE.test(text))).toEqual([]);
    expect(texts.join('').length).toBeGreaterThan(COUNT * 10);
  });

  test('CSV contains all of them, and no formula', async () => {
    const text = await (
      await fetch(`${book.base}/export.csv?${new URLSearchParams({ q: hostile.query })}`, {
        headers: WITH_KEY,
      })
    ).text();
    const rows = parseCsv(text.replace(/^\ufeff/, ''));
    expect(rows).toHaveLength(COUNT + 2);
    const formulas = rows.flat().filter((cell) => FORMULA_START.some((start) => cell.startsWith(start)));
    expect(formulas).toEqual([]);
    expect(INVISIBLE.test(text.slice(1))).toBe(false);
  });

  test.each(['har', 'json'])('%s contains all of them, and can be parsed', async (kind) => {
    const address = `${book.base}/export.${kind}?${new URLSearchParams({ q: hostile.query })}`;
    const response = await fetch(address, { headers: WITH_KEY });
    const text = await response.text();
    const { log, entries = log?.entries } = JSON.parse(text) as {
      log?: { entries: unknown[] };
      entries?: unknown[];
    };
    expect(entries).toHaveLength(COUNT + 1);
    expect(INVISIBLE.test(text)).toBe(false);
  });

  test('all pages were checked', () => {
    const all = HOSTILE_PAGES.flatMap(({ addresses }) => addresses(hostile));
    expect(pages).toBe(1 + POLICIES.length * all.length);
    figure(
      'hostile strings',
      `${COUNT} through ${pages} pages, the toolbar, CSV and HAR: 0 scripts, 0 formulas, policy never triggered`,
    );
  });
}

/** The parameters of all pages of a search. */
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

/** Checks that no recorded or submitted text became markup, a link or an invisible character. */
async function expectClean(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const foreign =
      'img,iframe,object,embed,video,audio,base,style,math,foreignObject,animate,marquee,noscript,textarea,meta[http-equiv],' +
      'svg script,svg a[href^="j"],b,main link';
    const elements = [...document.querySelectorAll('*')];
    return {
      foreign: [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
      scripts: document.scripts.length,
      handlers: elements.flatMap((element) =>
        element.getAttributeNames().filter((name) => /^on/i.test(name)),
      ),
      foreignLinks: elements.flatMap((element) =>
        ['href', 'src', 'action', 'formaction', 'xlink:href']
          .map((name) => element.getAttribute(name))
          .filter((url) => url !== null)
          .map((url) => new URL(url, location.href))
          .filter(({ origin, pathname }) => origin !== location.origin || !pathname.startsWith('/_profiler'))
          .map(({ href }) => href),
      ),
      text: document.documentElement.textContent,
      titles: elements.map((element) => element.getAttribute('title') ?? '').join(''),
    };
  });
  expect(found.foreign).toEqual([]);
  expect(found.scripts).toBeLessThanOrEqual(1);
  expect(found.handlers).toEqual([]);
  expect(found.foreignLinks).toEqual([]);
  expect(INVISIBLE.exec(found.text)?.index ?? -1).toBe(-1);
  expect(INVISIBLE.exec(found.titles)?.index ?? -1).toBe(-1);
}
