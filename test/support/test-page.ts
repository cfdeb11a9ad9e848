import type { Detail, Profile, Span } from '../../src/profile/profile.ts';
import { createApp } from '../../src/serve/app.tsx';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { type Sample, sampleProfile } from '../../src/store/sample-profile.ts';

const PHASES = { handler: 100, headers: 900, finished: 1500 };

/** A profile in which nothing happened, but for what a test cares about. */
export function profile(sample: Sample, seen: Partial<Detail> | null = {}): Profile {
  const { entry, detail } = sampleProfile(sample);
  return { entry, detail: seen && detail && { ...detail, exception: null, phases: PHASES, ...seen } };
}

/** The page over a book of these. */
export async function servePages(...profiles: readonly Profile[]) {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles });
  const app = createApp({ base: '/_profiler', store: async () => store });
  const tokenOf = (seq: number) => store.tokens.tokenOf(seq as Profile['entry']['seq']);
  async function read(path: string) {
    const answer = await app.request(`http://127.0.0.1/_profiler${path}`);
    const html = await answer.text();
    return { status: answer.status, html, text: textOf(html) };
  }
  return { tokenOf, read, open: (seq: number, query = '') => read(`/${tokenOf(seq)}${query}`) };
}

export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What one section says; of several that are empty for one reason, with that reason. */
export function sectionText(html: string, id: string): string {
  const others = '(?:<section [^>]*><h2[^>]*>[^<]*</h2></section>)*';
  const [, found = '', why = ''] =
    new RegExp(`<section id="${id}"(.*?)</section>(?:${others}(<p class="empty">.*?</p>)</div>)?`, 's').exec(
      html,
    ) ?? [];
  return textOf(`<${found}${why}`);
}
/** What the tabs say. */
export const tabsText = (html: string) => textOf(/<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? '');
/** Where the link with this text leads. */
export const linkHref = (html: string, label: string) =>
  [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].find(([, , text]) => text === label)?.[1];

export const sql = (name: string, at: number, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at,
  duration: 20,
  parent: null,
  system: 'mysql',
  ...rest,
});
