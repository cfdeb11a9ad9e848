import type { Detail, Profile, Span } from '../../src/profile/profile.ts';
import { type Sample, sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from './page-app.ts';

const PHASES = { handler: 100, headers: 900, finished: 1500 };

/** A profile with an empty detail, except for the given fields. */
export function profile(sample: Sample, fields: Partial<Detail> | null = {}): Profile {
  const { entry, detail } = sampleProfile(sample);
  return { entry, detail: fields && detail && { ...detail, exception: null, phases: PHASES, ...fields } };
}

/** Serves the pages of a book that holds these profiles. */
export async function servePages(...profiles: readonly Profile[]) {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles });
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const tokenOf = (seq: number) => store.tokens.tokenOf(seq as Profile['entry']['seq']);
  async function read(path: string) {
    const response = await app.request(`http://127.0.0.1/_profiler${path}`);
    const html = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, html, text: textOf(html), location };
  }
  return {
    tokenOf,
    read,
    open: (seq: number, query = '') => read(`/${tokenOf(seq)}${query}`),
    /** All panels on one page. */
    openAll: (seq: number) => read(`/${tokenOf(seq)}?panel=everything`),
  };
}

export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a section. Empty sections can share one explanation, which is included. */
export function sectionText(html: string, id: string): string {
  const others = '(?:<section [^>]*><h2[^>]*>[^<]*</h2></section>)*';
  const [, content = '', reason = ''] =
    new RegExp(`<section id="${id}"(.*?)</section>(?:${others}(<p class="empty">.*?</p>)</div>)?`, 's').exec(
      html,
    ) ?? [];
  return textOf(`<${content}${reason}`);
}
/** The text of the links to the panels. */
export const railText = (html: string) => textOf(/<nav class="rail".*?<\/nav>/s.exec(html)?.[0] ?? '');
/** The target of the link with this text. */
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
