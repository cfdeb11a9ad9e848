import type { Page } from 'playwright-core';
import { FIELDS } from '../../../src/search/fields.ts';

/** What was written, and where it is to be found. */
export interface Hostile {
  readonly base: string;
  readonly strings: readonly string[];
  /** The tokens of the profiles whose details hold them. */
  readonly tokens: readonly string[];
  /** One with nothing hostile in it. */
  readonly plain: string;
  /** Query text that finds all of them and nothing else. */
  readonly query: string;
  /** The parameters of the pages that list them. */
  readonly pages: readonly string[];
}

/** A page that hostile strings come to, as the addresses at which all of them are seen. */
export interface Place {
  readonly name: string;
  addresses(hostile: Hostile): readonly string[];
  /** What a reader does there. */
  act?(page: Page): Promise<void>;
}

/** Every page that shows what was recorded or asked. A new one is walked once it stands here. */
export const PLACES: readonly Place[] = [
  {
    name: 'search',
    addresses: ({ base, pages }) => pages.map((query) => `${base}?${query}`),
  },
  {
    name: 'profile',
    addresses: ({ base, tokens }) => tokens.map((token) => `${base}/${token}`),
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
    name: 'snippets',
    addresses: ({ base, tokens }) =>
      ['curl', 'python', 'php', 'powershell'].map((lang) => `${base}/${tokens[0]}/snippet?lang=${lang}`),
  },
  {
    name: 'asked in the form',
    addresses: ({ base, strings }) => reflected(strings).map((query) => `${base}?${query}`),
  },
  {
    name: 'asked of a profile',
    addresses: ({ base, plain, strings }) =>
      strings
        .slice(0, Math.max(20, strings.length / 50))
        .map((text) => `${base}/${plain}?${new URLSearchParams({ q: text, tz: text })}`),
  },
];

/** Every parameter of the page with a string of its own, until all have been sent. An address has an end. */
function reflected(strings: readonly string[]): string[] {
  const names = ['q', 'limit', 'tz', 'cursor', ...FIELDS.keys()];
  const short = strings.map((text) => text.slice(0, 300));
  return Array.from({ length: Math.ceil(short.length / names.length) }, (_, i) => {
    const texts = short.slice(i * names.length, (i + 1) * names.length);
    return new URLSearchParams(texts.map((text, n) => [names[n] ?? 'q', text])).toString();
  });
}
