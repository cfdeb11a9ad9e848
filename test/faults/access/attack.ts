import { appendFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { loadAssets } from '../../../src/serve/assets.ts';
import { PROXIES } from '../../support/proxies.ts';
import { type CanaryBook, openCanaryBook } from './canary-book.ts';
import { newLoginCode } from './credentials.ts';
import { ALL_METHODS, SOME_METHODS } from './dimensions.ts';
import { closedRoutes, loginLinkFaults } from './opens.ts';
import { DIRECT, type Pair } from './pairs.ts';
import { type Route, routesOf } from './route-table.ts';
import { everyTrial, fewTrials, pairwiseTrials, type Trial } from './trials.ts';
import { type Tally, tryTrials } from './try-trials.ts';

/** With `npm run faults:access -- --full`. */
export const FULL = process.env.ACCESS === 'full';
export const METHODS = FULL ? ALL_METHODS : SOME_METHODS;
/** Far more than it takes, in milliseconds. */
export const TIMEOUT = 60 * 60_000;

/** A book for all tests of a file. */
export function canaryBook(): () => CanaryBook {
  let book: CanaryBook | undefined;
  beforeAll(async () => {
    book = await openCanaryBook();
  });
  return () => {
    if (!book) throw new Error('not opened');
    return book;
  };
}

/** Tries to get in without the key, and then with it. */
export async function attack(
  name: string,
  pair: Pair,
  book: CanaryBook,
  trialsOf: (routes: readonly Route[], name: string) => Iterable<Trial>,
): Promise<Tally> {
  const code = newLoginCode();
  expect.soft(await loginLinkFaults(pair, code, METHODS), name).toEqual([]);
  const routes = routesOf(book, code);
  expect.soft(await closedRoutes(pair, routes), name).toEqual([]);
  const assets = [...loadAssets().files.values()].map(({ text }) => Buffer.from(text).toString('latin1'));
  const known = { canaries: book.canaries, assets: new Set(assets) };
  const tally = await tryTrials(pair, trialsOf(routes, name), known);
  expect.soft(tally.failures, name).toEqual([]);
  if (process.env.ACCESS_ROWS)
    appendFileSync(process.env.ACCESS_ROWS, `${JSON.stringify({ name, tally })}\n`);
  return tally;
}

/** All paths in all spellings, and each two values of all dimensions. A quick run deals them out to all adapters and proxies. */
export function* usualTrials(routes: readonly Route[], name: string): Iterable<Trial> {
  if (FULL) {
    yield* everyTrial(routes, ['GET'], ['none']);
    yield* pairwiseTrials(routes, METHODS, seedOf(name));
    return;
  }
  const shares = [...Object.keys(DIRECT), ...Object.keys(PROXIES)];
  const own = shares.findIndex((share) => name === share || name.startsWith(`${share}:`));
  yield* fewTrials(routes, own);
  let index = 0;
  for (const trial of pairwiseTrials(routes, METHODS, 1)) if (index++ % shares.length === own) yield trial;
}

export function* quickTrials(routes: readonly Route[], name: string): Iterable<Trial> {
  yield* fewTrials(routes, seedOf(name));
}

function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
