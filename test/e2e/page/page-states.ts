import type { Page } from 'playwright-core';
import { waitUntil } from '../small-book.ts';
import type { BigBook } from './big-book.ts';

/** A page in a state that a screenshot is taken of. */
export interface State {
  readonly name: string;
  path(book: BigBook): string;
  /** Brings the opened page into this state. */
  act?(page: Page, book: BigBook): Promise<void>;
  /** The screenshot is in the docs: of the window, or of the whole page. */
  readonly docs?: 'window' | 'whole';
  /** A selector: only this element. */
  readonly element?: string;
  /** The docs also have the dark version. */
  readonly dark?: true;
  /** The docs also have the phone version. */
  readonly phone?: true;
}

const panel = (name: string, token: Parameters<BigBook['token']>[0], id: string): State => ({
  name,
  path: (book) => `/${book.token(token)}?panel=${id}`,
  docs: 'window',
});

/** A page of a book without profiles. */
const nothingYet = (name: string, path: string): State => ({
  name: `${name}-nothing-yet`,
  path: (book) => book.special('empty') + path,
  docs: 'window',
  dark: true,
  phone: true,
});

/** A page of the shop's book, of its last eight hours. */
const inShop = (name: string, view: string, query: string, shown: Partial<State> = {}): State => ({
  name,
  path: (book) => `${book.special('shop')}${view}?${new URLSearchParams({ q: `${HOURS} ${query}`.trim() })}`,
  ...shown,
});
const HOURS = 'since:2026-11-14T08:20Z until:2026-11-14T16:19Z';
const TAX = 'TypeError: Cannot read properties of undefined (reading …) at taxFor (src/tax.js)';

export const STATES: readonly State[] = [
  {
    name: 'profile-search',
    path: () => '',
    docs: 'window',
    dark: true,
    phone: true,
  },
  {
    name: 'search-narrowed',
    path: () => '?q=status:4xx+client:scanner+since:2026-11-01+kind:main',
    docs: 'window',
  },
  { name: 'search-one', path: (book) => `?q=token:${book.token('failed order')}`, docs: 'window' },
  { name: 'search-empty', path: () => '?q=ip:192.0.2.1+status:500', docs: 'window' },
  nothingYet('search', ''),
  { name: 'search-error', path: (book) => `${book.special('broken')}?q=status:5xx`, docs: 'window' },
  { name: 'search-long-url', path: () => '?q=route:/search+since:2026-11-13', docs: 'window', phone: true },
  { name: 'search-whole-url', path: () => '?q=url:page=last', act: focusUrl },
  { name: 'search-row', path: () => '?limit=50', act: hoverRow },
  { name: 'search-hostile', path: () => '?q=client:scanner+since:2026-11-14', docs: 'window' },
  { name: 'search-mistake', path: () => '?q=status:4+methd:GET&limit=7x', docs: 'window', phone: true },
  { name: 'search-criteria', path: () => '?q=duration:>1s+host:shop.example', act: openForm, docs: 'window' },
  { name: 'search-syntax', path: () => '', act: (page) => page.locator('.query-help summary').click() },
  {
    name: 'search-completions',
    path: () => '',
    act: (page) => page.getByLabel('Search text').pressSequentially('ro'),
  },
  { name: 'search-selected', path: () => '?cols=duration,user', act: selectRows },
  { name: 'search-column-menu', path: () => '?cols=user', act: (page) => page.getByText('Columns').click() },
  {
    name: 'search-excluded',
    path: () => '?q=-status:2xx+-client:scanner+.js+since:2026-11-12T10:00Z&limit=50',
  },
  { name: 'search-saved', path: () => '?q=status:5xx', act: saveSearch },
  { name: 'search-zone', path: () => '?q=status:5xx&tz=Europe/Zagreb' },
  { name: 'search-columns', path: () => '?q=status:5xx&cols=duration,queries,user,error' },
  { name: 'search-slowest', path: () => '?q=status:5xx+sort:duration' },
  { name: 'search-words', path: () => '?q=GET+404' },
  { name: 'search-details', path: () => '?q=status:5xx+-log:nothing' },
  { name: 'live-tail', path: () => '?q=host:shop.example#live', act: waitForLiveRows, docs: 'window' },
  {
    name: 'keys',
    path: () => '',
    act: (page) => page.keyboard.press('?'),
    docs: 'window',
    element: 'dialog',
  },
  { name: 'clients', path: () => '/clients', docs: 'window', dark: true, phone: true },
  { name: 'clients-scanners', path: () => '/clients?q=client:scanner+since:2026-11-14&order=errors' },
  { name: 'clients-one', path: () => '/clients?q=ip:198.51.100.23', docs: 'window', phone: true },
  { name: 'clients-users', path: () => '/clients?by=user&q=since:2026-11-12' },
  { name: 'clients-one-user', path: () => '/clients?q=user:user-7' },
  { name: 'clients-no-users', path: () => '/clients?q=client:scanner&by=user' },
  { name: 'clients-without-scanners', path: () => '/clients?q=-client:scanner' },
  { name: 'clients-no-matches', path: () => '/clients?q=status:418+kind:sub' },
  nothingYet('clients', '/clients'),
  { name: 'clients-error', path: (book) => `${book.special('broken')}/clients` },
  {
    name: 'routes',
    path: () => '/routes?q=since:2026-11-13+until:2026-11-13',
    docs: 'window',
    dark: true,
    phone: true,
  },
  { name: 'routes-all', path: () => '/routes?order=p99' },
  { name: 'routes-no-matches', path: () => '/routes?q=status:418' },
  inShop('routes-one', '/routes', 'route:/orders method:GET', { docs: 'whole' }),
  nothingYet('routes', '/routes'),
  { name: 'routes-error', path: (book) => `${book.special('broken')}/routes` },
  inShop('overview', '/overview', '', { docs: 'window', dark: true, phone: true }),
  inShop('overview-in-common', '/overview', 'status:5xx'),
  inShop('errors', '/errors', '', { docs: 'window', dark: true, phone: true }),
  inShop('errors-one', '/errors', `error:"${TAX}"`, { docs: 'whole', phone: true }),
  { name: 'errors-class', path: () => '/errors?q=error:TypeError&order=last' },
  { name: 'errors-no-matches', path: () => '/errors?q=user:anyone' },
  { name: 'errors-nothing-yet', path: (book) => `${book.special('empty')}/errors` },
  { name: 'errors-error', path: (book) => `${book.special('broken')}/errors` },
  { name: 'overview-few', path: () => '/overview?q=status:5xx+since:2026-11-14' },
  nothingYet('overview', '/overview'),
  { name: 'overview-error', path: (book) => `${book.special('broken')}/overview` },
  { name: 'clients-mistake', path: () => '/clients?q=log:timeout' },
  { name: 'profile', path: (book) => `/${book.token('account')}`, docs: 'whole', phone: true },
  {
    name: 'profile-failed',
    path: (book) => `/${book.token('failed order')}`,
    docs: 'window',
    dark: true,
    phone: true,
  },
  panel('profile-exception', 'failed order', 'exception'),
  { name: 'profile-request', path: (book) => `/${book.token('account')}?panel=request` },
  { name: 'profile-logs', path: (book) => `/${book.token('account')}?panel=logs` },
  { name: 'profile-notes', path: (book) => `/${book.token('account')}?panel=notes` },
  { name: 'profile-empty-panel', path: (book) => `/${book.token('account')}?panel=exception` },
  { name: 'profile-everything', path: (book) => `/${book.token('account')}?panel=everything` },
  panel('profile-500-spans', 'export', 'timeline'),
  { name: 'profile-spans-table', path: (book) => `/${book.token('export')}?panel=timeline`, act: openSpans },
  {
    ...panel('profile-queries', 'account', 'queries'),
    element: '#queries',
    phone: true,
  },
  panel('profile-client', 'account', 'client'),
  { name: 'profile-raw', path: (book) => `/${book.token('account')}?panel=raw`, docs: 'window' },
  { name: 'profile-long-url', path: (book) => `/${book.token('long')}`, docs: 'window' },
  { name: 'profile-hostile', path: (book) => `/${book.token('hostile')}`, docs: 'window' },
  { name: 'profile-sub-request', path: (book) => `/${book.token('error stage')}` },
  { name: 'profile-without-detail', path: (book) => `/${book.token('without detail')}`, docs: 'window' },
  { name: 'profile-expired', path: (book) => `/${book.expired}`, docs: 'window' },
  { name: 'profile-unknown', path: () => '/ffffffffffff' },
  {
    name: 'compare',
    path: (book) => `/compare?a=${book.token('quick account')}&b=${book.token('account')}`,
    docs: 'window',
    phone: true,
  },
  { name: 'compare-prompt', path: (book) => `/compare?a=${book.token('account')}&b=000000000000` },
];

async function hoverRow(page: Page): Promise<void> {
  await page.locator('#results tbody tr').nth(2).hover();
}

async function selectRows(page: Page): Promise<void> {
  for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
}

async function focusUrl(page: Page): Promise<void> {
  await page.locator('#results .url-link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
}

async function openForm(page: Page): Promise<void> {
  await page.getByText('Filters', { exact: true }).click();
}

async function saveSearch(page: Page): Promise<void> {
  await page.getByText('Saved searches').click();
  await page.getByLabel('Name of this search').fill('What broke');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

async function waitForLiveRows(page: Page, book: BigBook): Promise<void> {
  await waitUntil(async () => (await page.locator('.live-line').innerText()).includes('listening'));
  await book.write(
    ['/', '/cart', '/checkout'].map((path, i) => ({
      sample: { time: Date.now() * 1000 + i, url: `https://shop.example${path}` },
    })),
  );
  await waitUntil(async () => (await page.locator('.live-line').innerText()).includes('3 new'), 20_000);
}

async function openSpans(page: Page): Promise<void> {
  await page.getByText('spans as a table').click();
}
