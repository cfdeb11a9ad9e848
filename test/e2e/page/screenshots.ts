import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { axeViolations } from '../axe.ts';
import { docsScreenshot, screenshot } from '../browser.ts';
import type { BigBook } from './big-book.ts';
import { STATES, type State } from './page-states.ts';

interface View {
  readonly dark: boolean;
  readonly width: number;
}

const DESKTOP = 1280;
const PHONE = 390;
/** Only for a look: nothing that is tested differs. */
const LARGE = [1600, 1920];
/** The smallest phone that a page fits. */
const SMALLEST = 360;
const HEIGHTS: Readonly<Record<number, number>> = { [PHONE]: 844, [SMALLEST]: 740, 1600: 900, 1920: 1080 };

/** All views use one open page, because opening pages takes most of the time. */
const VIEWS: readonly View[] = [
  { dark: false, width: DESKTOP },
  { dark: true, width: DESKTOP },
  { dark: true, width: PHONE },
  { dark: false, width: PHONE },
  { dark: false, width: SMALLEST },
];

/**
 * Takes screenshots, and runs all rules in all views. Otherwise each rule runs once, and those of colours in the dark view of every
 * third state: a colour is defined once for all states.
 */
const FULL = process.env.DOCS_IMAGES !== undefined;
const COLOUR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** axe takes ten seconds for a table of 500 rows, which the same code has written. */
const ROWS_FOR_AXE = 20;

/** Checks every state, light and dark, on a desktop and a phone, with axe, for horizontal scrolling and for broken tables. */
export function testScreenshots(book: BigBook): void {
  let checked = 0;
  let withAxe = 0;
  test.each(STATES.map((state, n) => ({ ...state, n })))('$name', async ({ n, ...state }) => {
    const page = await book.open(state.path(book), { viewport: viewport(DESKTOP), bypassCSP: true });
    await state.act?.(page, book);
    for (const view of VIEWS) {
      const { width } = view;
      await show(page, view);
      if (FULL && width !== SMALLEST) await takeScreenshot(page, state, view);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width === DESKTOP) expect(await brokenCells(page), 'table cells with another display').toEqual([]);
      checked++;
    }
    for (const width of FULL ? LARGE : [])
      for (const dark of [false, true]) {
        await show(page, { dark, width });
        await takeScreenshot(page, state, { dark, width });
      }
    if (!FULL) await removeRows(page);
    for (const view of VIEWS) {
      if (view.width === SMALLEST) continue;
      if (!FULL && (view.width === PHONE || (view.dark && n % 3 !== 0))) continue;
      await show(page, view);
      expect(await axeViolations(page, view.dark && !FULL ? COLOUR_RULES : {})).toEqual([]);
      withAxe++;
    }
  });

  test('all views were checked', () => {
    expect(checked).toBe(STATES.length * VIEWS.length);
    figure(
      'axe',
      `0 violations in ${withAxe} views, no horizontal scrolling in ${checked} (light and dark, ${[DESKTOP, PHONE, SMALLEST].join(', ')} px)`,
    );
  });
}

function viewport(width: number) {
  return { width, height: HEIGHTS[width] ?? 800 };
}

async function show(page: Page, { dark, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.setViewportSize(viewport(width));
}

function removeRows(page: Page): Promise<void> {
  return page
    .locator(`tbody > tr:nth-child(n + ${ROWS_FOR_AXE + 1})`)
    .evaluateAll((rows) => rows.forEach((row) => void row.remove()));
}

async function takeScreenshot(page: Page, state: State, { dark, width }: View): Promise<void> {
  const phone = width === PHONE;
  const isLarge = LARGE.includes(width);
  const name = `${state.name}${phone ? '-phone' : ''}${isLarge ? `-${width}` : ''}${dark ? '-dark' : ''}`;
  const isInDocs =
    state.docs && !isLarge && !(dark && phone) && (!dark || state.dark) && (!phone || state.phone);
  if (!isInDocs) return screenshot(page, name);
  const { element } = state;
  await docsScreenshot(page, name, {
    fullPage: state.docs === 'whole' && !phone,
    ...(element !== undefined && { element }),
  });
}

/** Cells that a style makes something else, so that they do not have the height of their row. On a phone, rows are not lines. */
function brokenCells(page: Page): Promise<string[]> {
  return page
    .locator('td, th')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => !['table-cell', 'none'].includes(getComputedStyle(cell).display))
        .map((cell) => cell.outerHTML.slice(0, 200)),
    );
}
