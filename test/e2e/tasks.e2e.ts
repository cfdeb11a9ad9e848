import { afterAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { PROFILES, useBigBook } from './page/big-book.ts';
import type { ProfileDraft } from './page/profile-draft.ts';
import { cells, queryText } from './page/search-walk.ts';
import { testIncidentTasks } from './page/task-walks.ts';
import { layoutShift, settled, Walk } from './page/walk.ts';
import { liveText, waitUntil } from './small-book.ts';

const book = useBigBook();
const MINUTE = 60e6;
/** Requests of the last minutes, the newest first. */
const recent = (count: number, sample: ProfileDraft['sample']): ProfileDraft[] =>
  Array.from({ length: count }, (_, i) => ({
    sample: { time: (Date.now() - 1000 * (i + 1)) * 1000, ...sample },
  }));

const figures: string[] = [];
let shifts = 0;
let greatestShift = 0;

/** Checks the number of clicks, keys and drags, and that nothing moved by itself on the way. */
async function expectActions(name: string, walk: Walk, actions: number): Promise<void> {
  expect(walk.actions, name).toBe(actions);
  figures.push(`${name} ${walk.actions}`);
  await expectNoShift(await walk.shift(), name);
}

async function expectNoShift(shift: number, name: string): Promise<void> {
  shifts++;
  greatestShift = Math.max(greatestShift, shift);
  expect(shift, `layout shift: ${name}`).toBeLessThan(0.005);
}

afterAll(() => {
  figure('clicks, keys or drags', figures.join(', '));
  figure('layout shift', `${greatestShift.toFixed(2)} at most in ${shifts} walks`);
});

describe('tasks', () => {
  test('the slowest of the last hour', async () => {
    await book.write([
      ...recent(20, { url: 'https://shop.example/quick', duration: 2000 }),
      {
        sample: {
          time: (Date.now() - 30 * 60_000) * 1000,
          url: 'https://shop.example/slowest',
          duration: 400e6,
        },
      },
    ]);
    const walk = new Walk(await book.open());
    await walk.click(walk.page.getByRole('link', { name: '1h', exact: true }));
    await walk.click(walk.page.getByRole('link', { name: 'Slowest first' }));
    expect((await cells(walk.page, 'url-cell'))[0]).toBe('https://shop.example/slowest');
    await expectActions('slowest of the last hour', walk, 2);
  });

  test('any two requests compared', async () => {
    const walk = new Walk(await book.open('?limit=50'));
    const rows = walk.page.locator('#results tbody tr');
    const [a, b] = await Promise.all([2, 9].map((n) => rows.nth(n).getAttribute('data-token')));
    await walk.click(rows.nth(2).getByRole('checkbox'));
    await walk.click(rows.nth(9).getByRole('checkbox'));
    expect(await walk.page.locator('.selection').innerText()).toContain('2 selected:');
    await walk.click(walk.page.getByRole('link', { name: 'Compare', exact: true }));
    expect(walk.page.url()).toContain(`/compare?a=${a}&b=${b}`);
    expect(await walk.page.locator('h1').innerText()).toBe('Compare profiles');
    await expectActions('any two compared', walk, 3);
  });

  test('health checks hidden', async () => {
    await book.write(recent(12, { url: 'https://shop.example/health', route: '/health' }));
    const walk = new Walk(await book.open('?limit=50'));
    const row = walk.page.locator('#results tbody tr', { hasText: 'shop.example/health' }).first();
    await row.hover();
    await walk.click(row.locator('.by summary'));
    await walk.click(row.getByRole('link', { name: 'Not this path' }));
    expect(await queryText(walk.page)).toBe('-url:/health*');
    expect((await cells(walk.page, 'url-cell')).filter((url) => url.includes('/health'))).toEqual([]);
    await expectActions('health checks hidden', walk, 2);
    const keys = new Walk(await book.open('?limit=50'));
    await keys.page.locator('#results tbody tr', { hasText: 'shop.example/health' }).first().hover();
    await keys.press('e');
    await keys.page.waitForURL(/-url:\/health/);
    expect(keys.actions).toBe(1);
  });

  test('a search shared', async () => {
    const walk = new Walk(await book.open('?q=since:1h&limit=50'));
    const tokens = await cells(walk.page, 'token');
    await walk.click(walk.page.getByText('Share', { exact: true }));
    await walk.click(walk.page.getByRole('link', { name: 'Link to these times' }));
    await walk.page.getByText('Copied the link').waitFor();
    const copied = await walk.page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).searchParams.get('q')).toMatch(
      /^since:\d{4}-\d\d-\d\dT\S+ until:\d{4}-\d\d-\d\dT\S+$/,
    );
    await book.write(
      recent(3, { url: 'https://shop.example/later' }).map((draft, i) => ({
        sample: { ...draft.sample, time: Date.now() * 1000 + i },
      })),
    );
    const other = await book.open(copied.slice(book.base.length));
    expect(await cells(other, 'token')).toEqual(tokens);
    await expectActions('search shared', walk, 2);
  });

  test('a spike of one minute in a month', { timeout: 120_000 }, async () => {
    const spike = Math.ceil(PROFILES * 0.04);
    const minute = Date.UTC(2026, 9, 29, 14, 37) * 1000;
    for (let written = 0; written < spike; written += 1000) {
      await book.write(
        Array.from({ length: Math.min(1000, spike - written) }, (_, i) => ({
          sample: {
            time: minute + (((written + i) * 997) % MINUTE),
            status: 503,
            url: 'https://shop.example/spike',
          },
        })),
      );
    }
    const walk = new Walk(await book.open('?q=since:2026-10-15+until:2026-11-13'));
    const { page } = walk;
    const rangeOf = async () => {
      const [, since = '', until = ''] = /since:(\S+) until:(\S+)$/.exec(await queryText(page)) ?? [];
      return [Date.parse(since), Date.parse(until)] as const;
    };
    for (
      let [since, until] = await rangeOf();
      until - since >= 60_000 || walk.actions === 0;
      [since, until] = await rangeOf()
    ) {
      expect(walk.actions).toBeLessThan(6);
      const titles = page.locator('.histogram .bars title');
      // A busy machine may not finish the survey in time.
      for (let n = 0; n < 5 && (await titles.count()) === 0; n++) await page.reload();
      const counts = await titles.evaluateAll((bars) =>
        bars.map((title) =>
          Number(/: ([\d,]+) \(/.exec(title.textContent ?? '')?.[1]?.replaceAll(',', '') ?? 0),
        ),
      );
      const bar = page.locator('.histogram .bars > :is(a, g)').nth(counts.indexOf(Math.max(...counts)));
      await walk.drag(bar.locator('.room'));
    }
    expect(await queryText(page)).toBe('since:2026-10-29T14:37Z until:2026-10-29T14:37Z');
    const matches = Number((await page.locator('#survey-title').innerText()).replace(/\D/g, ''));
    expect(matches).toBeGreaterThanOrEqual(spike);
    await expectActions('a minute of a month, by drags', walk, 3);
  });

  test('slow queries of a route', async () => {
    await book.write([
      ...recent(30, {
        url: 'https://shop.example/reports/7',
        route: '/reports/:id',
        queries: 3,
        queryTime: 2000,
      }),
      ...recent(2, {
        url: 'https://shop.example/reports/8',
        route: '/reports/:id',
        queries: 90,
        queryTime: 450_000,
      }),
    ]);
    const walk = new Walk(await book.open('?q=since:1h&limit=50'));
    await walk.click(
      walk.page.locator('.facet-route').getByRole('link', { name: '/reports/:id', exact: true }),
    );
    await walk.click(walk.page.getByRole('link', { name: 'Slow queries' }));
    expect(await cells(walk.page, 'url-cell')).toEqual(Array(2).fill('https://shop.example/reports/8'));
    await expectActions('slow queries of a route', walk, 2);
  });
});

describe('tasks in an incident', () => testIncidentTasks(book, expectActions));

describe('tasks on a profile', () => {
  test('all that a client did around an error', async () => {
    const walk = new Walk(await book.open(`/${book.token('failed order')}`));
    const link = walk.page.getByRole('link', { name: /^All from this client/ });
    await walk.click(link.first());
    const tokens = await walk.page
      .locator('[data-token]')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.token));
    for (const name of ['account', 'failed order', 'export'] as const)
      expect(tokens).toContain(book.token(name));
    await expectActions('all of a client around an error', walk, 1);
  });

  test('compared with the one before', async () => {
    const walk = new Walk(await book.open(`/${book.token('account')}`));
    await walk.click(walk.page.locator('.compare-with summary'));
    const link = walk.page
      .locator(`a[href*="compare?"][href*="${book.token('quick account')}"]`)
      .and(walk.page.locator(':visible'));
    await walk.click(link.first());
    expect(await walk.page.locator('h1').innerText()).toBe('Compare profiles');
    await expectActions('compared with the one before', walk, 2);
  });
});

describe('nothing moves by itself', () => {
  const VIEWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 800 } } as const;
  const PATHS = [
    '',
    '?limit=100',
    '?q=status:5xx+-client:scanner&cols=duration,queries,user,error',
    '?q=sort:duration',
    '?q=ip:192.0.2.1',
  ];
  test.each(Object.entries(VIEWS))('when a page loads, %s', async (name, viewport) => {
    for (const path of PATHS) {
      const page = await book.open(path, { viewport });
      await settled(page);
      await expectNoShift(await layoutShift(page), `${name} ${path}`);
      await page.locator('#results tbody tr, .empty').first().hover();
      await expectNoShift(await layoutShift(page), `${name} ${path}, hovered`);
    }
  });

  test('when Live starts and counts', async () => {
    const page = await book.open('?q=host:quiet.example&limit=10', { viewport: VIEWS.desktop });
    const full = await book.open('?limit=10', { viewport: VIEWS.desktop });
    for (const each of [page, full]) {
      await each.keyboard.press('t');
      await waitUntil(async () => (await liveText(each)).includes('listening'));
      await each.waitForTimeout(600);
      await expectNoShift(await layoutShift(each), 'Live');
    }
    // While the table is hovered, new rows are only counted.
    await full.locator('#results tbody tr').nth(4).hover();
    await book.write(
      recent(5, { url: 'https://shop.example/live' }).map((draft, i) => ({
        sample: { ...draft.sample, time: Date.now() * 1000 + i },
      })),
    );
    await waitUntil(async () => (await liveText(full)).includes('5 waiting'));
    await expectNoShift(await layoutShift(full), 'Live counts');
  });
});

test.each([
  '',
  '?q=status:4xx+-client:scanner+since:2026-11-01&limit=100',
  '?cols=duration,queries,user,error&limit=50',
])('the first row is at most 360 px from the top of a window of 1280 x 900: %s', async (path) => {
  const page = await book.open(path, { viewport: { width: 1280, height: 900 } });
  await settled(page);
  const { y } = (await page.locator('#results tbody tr').first().boundingBox()) ?? {
    y: Number.POSITIVE_INFINITY,
  };
  figure(`first row${path === '' ? '' : ` of ${path}`}`, `${Math.round(y)} px from the top (at most 360)`);
  expect(y).toBeLessThanOrEqual(360);
});
