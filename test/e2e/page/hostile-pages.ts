import type { Page } from 'playwright-core';
import { FIELDS } from '../../../src/search/fields.ts';

/** The hostile strings that were written, and where to find them. */
export interface Hostile {
  readonly base: string;
  readonly strings: readonly string[];
  /** The tokens of the profiles whose details contain them. */
  readonly tokens: readonly string[];
  /** The token of a profile without hostile strings. */
  readonly plain: string;
  /** A query that matches exactly these profiles. */
  readonly query: string;
  /** The parameters of the pages that list them. */
  readonly pages: readonly string[];
}

/** A page that shows hostile strings, with the addresses that show all of them. */
export interface HostilePage {
  readonly name: string;
  addresses(hostile: Hostile): readonly string[];
  /** What to do on the page, such as opening collapsed parts. */
  act?(page: Page): Promise<void>;
}

/** Every page that shows recorded or submitted text. Add new pages here. */
export const HOSTILE_PAGES: readonly HostilePage[] = [
  {
    name: 'search',
    addresses: ({ base, pages }) => pages.map((query) => `${base}?${query}`),
  },
  {
    name: 'profile',
    addresses: ({ base, tokens }) =>
      tokens.flatMap((token) => ['', '?panel=everything'].map((panel) => `${base}/${token}${panel}`)),
    async act(page) {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
    },
  },
  {
    name: 'compare',
    addresses: ({ base, tokens }) =>
      tokens
        .slice(1)
        .map((token, i) => `${base}/compare?${new URLSearchParams({ a: tokens[i] ?? '', b: token })}`),
  },
  {
    name: 'groups',
    addresses: ({ base, query, strings }) => [
      ...['errors', 'overview', 'routes', 'clients'].map(
        (view) => `${base}/${view}?${new URLSearchParams({ q: query })}`,
      ),
      ...strings
        .slice(0, 12)
        .flatMap((text) => [
          `${base}/errors?${new URLSearchParams({ q: query, error: text })}`,
          `${base}/routes?${new URLSearchParams({ q: query, route: text })}`,
        ]),
    ],
  },
  {
    name: 'snippets',
    addresses: ({ base, tokens }) =>
      ['curl', 'javascript', 'node-test'].map((lang) => `${base}/${tokens[0]}/snippet?lang=${lang}`),
  },
  {
    name: 'form fields',
    addresses: ({ base, strings }) => queriesWith(strings).map((query) => `${base}?${query}`),
  },
  {
    name: 'parameters of a profile',
    addresses: ({ base, plain, strings }) =>
      strings
        .slice(0, Math.max(20, strings.length / 50))
        .map((text) => `${base}/${plain}?${new URLSearchParams({ q: text, tz: text })}`),
  },
];

/** Addresses that send all strings, a different one in each parameter. Strings are cut to keep addresses short. */
function queriesWith(strings: readonly string[]): string[] {
  const names = ['q', 'limit', 'tz', 'cursor', ...FIELDS.keys()];
  const short = strings.map((text) => text.slice(0, 300));
  return Array.from({ length: Math.ceil(short.length / names.length) }, (_, i) => {
    const texts = short.slice(i * names.length, (i + 1) * names.length);
    return new URLSearchParams(texts.map((text, n) => [names[n] ?? 'q', text])).toString();
  });
}
