import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { builtBook, FROM } from '../../../bench/store/build.ts';
import type { Token } from '../../../src/profile/token.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { profile } from '../../support/test-page.ts';
import { launchChromium } from '../browser.ts';
import { type Complaints, watch } from './complaints.ts';
import type { Draft } from './draft.ts';
import { type OddBooks, serveOddBooks } from './odd-books.ts';
import { TELLING, type TellingName } from './sample-profiles.ts';
import { type Serving, serveBook } from './serving.ts';
import { HOME, writeSources } from './shop-sources.ts';

/** How many profiles were generated. */
export const PROFILES = Number(process.env.PROFILES ?? 20_000);

/** A book of generated traffic with some telling profiles on top, served as a user serves it. */
export interface BigBook {
  readonly store: Store;
  readonly browser: Browser;
  readonly path: string;
  readonly base: string;
  /** The tokens of the telling profiles. */
  token(name: TellingName): Token;
  /** A profile that retention has taken away. */
  readonly expired: Token;
  write(drafts: readonly Draft[]): Promise<readonly Token[]>;
  /** The address of another book, which has little to show. */
  odd(name: keyof OddBooks): string;
  /** A page of it in the browser, or one at a whole address. Whatever it complains of fails the test. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
}

export function useBigBook(): BigBook {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-page-'));
  const path = join(folder, 'book.db');
  const complaints: Complaints = [];
  const pages: Page[] = [];
  let made: { store: Store; browser: Browser; serving: Serving; odd: OddBooks };
  let told: readonly Token[] = [];
  let expired: readonly Token[] = [];
  let batches = 0;

  async function write(store: Store, drafts: readonly Draft[]): Promise<readonly Token[]> {
    const { first } = await store.lease(drafts.length);
    const profiles = drafts.map(({ sample: { parent, ...sample }, seen }, i) =>
      profile(
        { ...sample, seq: first + i, parent: typeof parent === 'number' ? first + parent : null },
        seen,
      ),
    );
    await store.write({ id: `e2e ${batches++}`, profiles });
    return profiles.map(({ entry }) => store.tokens.tokenOf(entry.seq));
  }

  beforeAll(async () => {
    copyFileSync(await builtBook(PROFILES), path, constants.COPYFILE_FICLONE);
    const store = await openStore(`sqlite:${path}`);
    expired = await write(store, [{ sample: { time: FROM - 1e6 } }]);
    await store.prune(FROM);
    told = await write(store, TELLING);
    writeSources();
    const [odd, serving] = [await serveOddBooks(HOME), await serveBook(path, HOME)];
    made = { store, serving, odd, browser: await launchChromium() };
  }, 900_000);

  afterAll(async () => {
    await made.browser.close();
    for (const serving of [made.serving, ...Object.values(made.odd)]) await serving.stop();
    await made.store.close();
    rmSync(folder, { recursive: true });
    rmSync(HOME, { recursive: true });
  });

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    expect(complaints.splice(0)).toEqual([]);
  });

  return {
    get store() {
      return made.store;
    },
    get browser() {
      return made.browser;
    },
    get base() {
      return made.serving.base;
    },
    get expired() {
      return expired[0] as Token;
    },
    path,
    token: (name) => told[TELLING.findIndex((telling) => telling.name === name)] as Token,
    write: (drafts) => write(made.store, drafts),
    odd: (name) => made.odd[name].base,
    async open(where = '', options = {}) {
      const address = where.startsWith('http') ? where : made.serving.base + where;
      const context = await made.browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: 'Europe/Zagreb',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      const page = await context.newPage();
      await watch(page, new URL(address).origin, complaints);
      pages.push(page);
      await page.goto(address);
      return page;
    },
  };
}
