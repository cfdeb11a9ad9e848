import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { builtBook, FROM } from '../../../bench/store/build.ts';
import type { Token } from '../../../src/profile/token.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { WITH_KEY } from '../../support/key.ts';
import { profile } from '../../support/test-page.ts';
import { launchChromium } from '../browser.ts';
import { type PageProblems, watchPage } from './page-problems.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { SAMPLE_PROFILES, type SampleName } from './sample-profiles.ts';
import { type ServedBook, serveBook } from './serve-book.ts';
import { HOME, writeSources } from './shop-sources.ts';
import { type SpecialBooks, serveSpecialBooks } from './special-books.ts';

/** The number of generated profiles. */
export const PROFILES = Number(process.env.PROFILES ?? 20_000);

/** A book of generated traffic plus the sample profiles, served by `gatebook serve`. */
export interface BigBook {
  readonly store: Store;
  readonly browser: Browser;
  readonly path: string;
  readonly base: string;
  /** The token of a sample profile. */
  token(name: SampleName): Token;
  /** The token of a profile that retention has deleted. */
  readonly expired: Token;
  write(drafts: readonly ProfileDraft[]): Promise<readonly Token[]>;
  /** The address of an empty or damaged book. */
  special(name: keyof SpecialBooks): string;
  /** Opens a page, by path or full address. Errors, console messages and policy violations fail the test. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
}

export function useBigBook(): BigBook {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-page-'));
  const path = join(folder, 'book');
  const problems: PageProblems = [];
  const pages: Page[] = [];
  let state: { store: Store; browser: Browser; served: ServedBook; special: SpecialBooks };
  let sampleTokens: readonly Token[] = [];
  let expired: readonly Token[] = [];
  let batches = 0;

  async function write(store: Store, drafts: readonly ProfileDraft[]): Promise<readonly Token[]> {
    const { first } = await store.lease(drafts.length);
    const profiles = drafts.map(({ sample: { parent, ...sample }, detail }, i) =>
      profile(
        { ...sample, seq: first + i, parent: typeof parent === 'number' ? first + parent : null },
        detail,
      ),
    );
    await store.write({ id: `e2e ${batches++}`, profiles });
    return profiles.map(({ entry }) => store.tokens.tokenOf(entry.seq));
  }

  beforeAll(async () => {
    cpSync(await builtBook(PROFILES), path, { recursive: true });
    const store = await openStore(`sqlite:${path}`);
    expired = await write(store, [{ sample: { time: FROM - 1e6 } }]);
    await store.prune(FROM);
    sampleTokens = await write(store, SAMPLE_PROFILES);
    writeSources();
    const [special, served] = [await serveSpecialBooks(HOME), await serveBook(path, HOME)];
    state = { store, served, special, browser: await launchChromium() };
  }, 900_000);

  afterAll(async () => {
    await state.browser.close();
    for (const served of [state.served, ...Object.values(state.special)]) await served.stop();
    await state.store.close();
    rmSync(folder, { recursive: true });
    rmSync(HOME, { recursive: true });
  });

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    expect(problems.splice(0)).toEqual([]);
  });

  return {
    get store() {
      return state.store;
    },
    get browser() {
      return state.browser;
    },
    get base() {
      return state.served.base;
    },
    get expired() {
      return expired[0] as Token;
    },
    path,
    token: (name) => sampleTokens[SAMPLE_PROFILES.findIndex((sample) => sample.name === name)] as Token,
    write: (drafts) => write(state.store, drafts),
    special: (name) => state.special[name].base,
    async open(path = '', options = {}) {
      const address = path.startsWith('http') ? path : state.served.base + path;
      const context = await state.browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: 'Europe/Zagreb',
        permissions: ['clipboard-read', 'clipboard-write'],
        extraHTTPHeaders: WITH_KEY,
        ...options,
      });
      const page = await context.newPage();
      await watchPage(page, new URL(address).origin, problems);
      pages.push(page);
      await page.goto(address);
      return page;
    },
  };
}
