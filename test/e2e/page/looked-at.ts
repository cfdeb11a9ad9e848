import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figure } from '../../figure.ts';
import { docsPicture, picture } from '../browser.ts';
import type { BigBook } from './big-book.ts';
import { STATES, type State } from './states.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Every rule at every size in the full run. Otherwise each where it can fail: colours are all that the dark has of its own. */
const FULL = process.env.PICTURES !== undefined;
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Every page and state in both schemes, on a desktop and on a phone: pictures, axe, no sideways scroll. */
export function looksRight(book: BigBook): void {
  let looked = 0;
  for (const scheme of ['light', 'dark'] as const) {
    for (const viewport of [WIDE, PHONE]) {
      const [dark, phone] = [scheme === 'dark', viewport === PHONE];
      if (dark && phone && !FULL) continue;
      test.each(STATES)(`$name, ${scheme}, ${viewport.width} px`, async (state) => {
        const page = await book.open(state.path(book), { colorScheme: scheme, viewport, bypassCSP: true });
        await state.act?.(page, book);
        await takePicture(page, state, scheme, viewport);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        if (FULL || !phone) expect(await violations(page, dark && !FULL ? COLOURS : {})).toEqual([]);
        looked++;
      });
    }
  }
  test('all of them were looked at', () => {
    figure(
      'axe',
      `0 violations on ${looked} pages and states (light and dark; no sideways scroll at 360 px)`,
    );
  });
}

async function takePicture(page: Page, state: State, scheme: string, { width }: { width: number }) {
  const [dark, phone] = [scheme === 'dark', width === PHONE.width];
  const name = `${state.name}${phone ? '-phone' : ''}${dark ? '-dark' : ''}`;
  const inDocs = state.docs && !(dark && phone) && (!dark || state.dark) && (!phone || state.phone);
  if (inDocs)
    await docsPicture(page, name, {
      fullPage: state.docs === 'whole' && !phone,
      ...(state.element && { element: state.element }),
    });
  else await picture(page, name);
}

/** What axe finds, without its long words. axe itself is let in by a browser that takes no heed of the policy. */
async function violations(page: Page, options: object): Promise<unknown[]> {
  await page.evaluate(axe.source);
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
