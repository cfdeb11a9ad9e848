import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figure } from '../../support/figure.ts';
import { docsPicture, picture } from '../browser.ts';
import type { BigBook } from './big-book.ts';
import { STATES, type State } from './states.ts';

interface View {
  readonly dark: boolean;
  readonly phone: boolean;
}

/** One page in four lights: opening it anew would take most of the time. */
const VIEWS: readonly View[] = [
  { dark: false, phone: false },
  { dark: true, phone: false },
  { dark: true, phone: true },
  { dark: false, phone: true },
];
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Every rule in every view in the full run; otherwise each where it can fail: colours are all that the dark has of its own. */
const FULL = process.env.PICTURES !== undefined;
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Every page and state in both schemes, on a desktop and on a phone: pictures, axe, no sideways scroll. */
export function looksRight(book: BigBook): void {
  let looked = 0;
  test.each(STATES)('$name', async (state) => {
    const page = await book.open(state.path(book), { viewport: WIDE, bypassCSP: true });
    await state.act?.(page, book);
    await page.evaluate(axe.source);
    for (const view of VIEWS) {
      const size = view.phone ? PHONE : WIDE;
      await page.emulateMedia({ colorScheme: view.dark ? 'dark' : 'light' });
      await page.setViewportSize(size);
      if (FULL || !view.dark) await takePicture(page, state, view);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      if (FULL || !view.phone) expect(await violations(page, view.dark && !FULL ? COLOURS : {})).toEqual([]);
      looked++;
    }
  });

  test('all of them were looked at', () => {
    expect(looked).toBe(STATES.length * VIEWS.length);
    figure('axe', `0 violations in ${looked} views (light and dark, 1280 and 360 px; no sideways scroll)`);
  });
}

async function takePicture(page: Page, state: State, { dark, phone }: View): Promise<void> {
  const name = `${state.name}${phone ? '-phone' : ''}${dark ? '-dark' : ''}`;
  const inDocs = state.docs && !(dark && phone) && (!dark || state.dark) && (!phone || state.phone);
  if (!inDocs) return picture(page, name);
  const { element } = state;
  await docsPicture(page, name, {
    fullPage: state.docs === 'whole' && !phone,
    ...(element !== undefined && { element }),
  });
}

/** What axe finds, without its long words. axe itself is let in by a browser that takes no heed of the policy. */
async function violations(page: Page, options: object): Promise<unknown[]> {
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes
      .slice(0, 5)
      .map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })),
  }));
}
