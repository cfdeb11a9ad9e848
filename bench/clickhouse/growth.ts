import type { Seq } from '../../src/profile/token.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { createChance } from '../traffic.ts';
import { thinnedBook } from './build.ts';

/** Compares the newest page and a token lookup in books of several sizes. */
export async function measureGrowth(sizes: readonly number[], rounds: number): Promise<Figure[]> {
  const books: { size: number; store: Store; newest: number[]; token: number[] }[] = [];
  for (const size of sizes) {
    const store = await openStore(await thinnedBook(Math.max(...sizes), size), { create: false });
    books.push({ size, store, newest: [], token: [] });
  }
  const chance = createChance(9);
  for (let round = -3; round < rounds; round++) {
    for (const { size, store, newest, token } of books) {
      const text = store.tokens.tokenOf(chance.below(size) as Seq);
      const page = await timed(() => store.search({ terms: [], limit: 10, cursor: null }));
      const profile = await timed(() => store.get(text));
      if (round >= 0) newest.push(page) && token.push(profile);
    }
  }
  for (const { store } of books) await store.close();
  console.log('\nms, median           newest     token');
  for (const { size, newest, token } of books) {
    console.log(
      `  ${String(size).padStart(10)} ${[newest, token].map((ms) => quantile(ms, 0.5).toFixed(1).padStart(12)).join('')}`,
    );
  }
  const spread = (key: 'newest' | 'token') => {
    const medians = books.map((book) => quantile(book[key], 0.5));
    return Math.max(...medians) / Math.min(...medians);
  };
  const labels = sizes.map((size) => size.toLocaleString('en')).join(', ');
  return [
    { name: `newest page at ${labels}`, value: spread('newest'), unit: 'x', max: 1.5 },
    { name: `token at ${labels}`, value: spread('token'), unit: 'x', max: 1.5 },
  ];
}
