import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openThroughCollector } from '../../test/support/collector.ts';
import { openTinyChdb, openTinySqlite } from '../../test/support/tiny-steps.ts';
import { CLIENT_CLASSES, DETAIL_STATES, KINDS } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Criteria, Term, TermValues } from '../search/criteria.ts';
import type { Pattern } from '../search/pattern.ts';
import { sampleProfile, T0 } from './conformance/sample-profile.ts';
import { openStore } from './open-store.ts';
import type { SqliteStore } from './sqlite/sqlite-store.ts';
import type { Batch, Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

// Few values each, so that searches find something; among them those that engines get wrong.
const text = fc.constantFrom(
  '',
  'a',
  'A',
  '/.env',
  '%',
  '_',
  '\\',
  '*',
  "'",
  'é',
  'É',
  '/a/b?c=d',
  '/17/é9',
  'ß',
  '😀',
);
/** A segment with a URL of more than 512 bytes has no filter of URLs: texts before, across and after that. */
const padding = fc.constantFrom('', '', '', '/x'.repeat(250), `/${'x'.repeat(502)}`, '/é%'.repeat(300));
const url = fc
  .tuple(fc.constantFrom('http://h', 'https://H.example', 'https://h:8080'), text, padding, text, text)
  .map((parts) => parts.join(''));
const ip = fc.constantFrom(
  '',
  'unknown',
  '1.2.3.4',
  '1.2.3.5',
  '32.1.13.184',
  '255.255.255.255',
  '::',
  '2001:db8::1',
  '2001:db8::2',
  '2001:db8:0:1::1',
  '::ffff:0:1:2',
);
/** Some in the same second, some minutes apart: a survey reads them in different ways. */
const time = fc.integer({ min: 0, max: 8 }).map((n) => (n > 4 ? T0 + n * 7 * 60e6 : T0 + n));
const seq = fc.integer({ min: 0, max: 60 });
const status = fc.constantFrom(200, 204, 301, 404, 499, 500);
const trace = fc.constantFrom('', '4bf92f3577b34da6a3ce929d0e0e4736', '00000000000000000000000000000001');

const sample = fc.record({
  seq,
  time,
  status,
  ip,
  method: fc.constantFrom('GET', 'POST', 'PROPFIND'),
  url,
  host: text,
  route: text,
  operation: text,
  user: fc.oneof(text, fc.constantFrom('Ann', 'ann', 'ann@h', 'a\u{10ffff}')),
  tags: fc.uniqueArray(
    text.filter((tag) => tag !== ''),
    { maxLength: 3 },
  ),
  service: fc.oneof(fc.constant('shop'), text),
  instance: fc.oneof(fc.constant('web-1:7'), text),
  environment: fc.oneof(fc.constant('staging'), text),
  release: fc.oneof(fc.constant('1'), text),
  queries: fc.constantFrom(0, 0, 1, 1000),
  queryTime: fc.constantFrom(0, 1, 1000, 2 ** 40),
  duration: fc.constantFrom(0, 1, 1000, 2 ** 40),
  userAgent: text,
  trace,
  kind: fc.constantFrom(...KINDS),
  parent: fc.option(seq),
  error: text,
  errorGroup: text,
  client: fc.constantFrom(...CLIENT_CLASSES),
  detail: fc.constantFrom(...DETAIL_STATES),
});
const batches = fc
  .uniqueArray(sample, { selector: ({ seq }) => seq, maxLength: 40 })
  .map((samples): Batch[] =>
    Array.from({ length: Math.ceil(samples.length / 4) }, (_, i) => ({
      id: `batch-${i}`,
      profiles: samples.slice(4 * i, 4 * i + 4).map(sampleProfile),
    })),
  );

const range = (value: fc.Arbitrary<number>) => fc.tuple(value, value).map(([from, to]) => ({ from, to }));
const ipRange = fc.constantFrom(
  { from: 0x01020304, to: 0x01020304 },
  { from: 0x01020300, to: 0x010203ff },
  { from: 0, to: 0xffffffff },
  { from: '20010db8000000000000000000000001', to: '20010db8000000000000000000000001' },
  { from: '0'.repeat(32), to: 'f'.repeat(32) },
);
const pattern = fc.oneof(
  fc.record({ match: fc.constant('contains' as const), parts: fc.tuple(text.map((t) => t.toLowerCase())) }),
  fc.record({
    match: fc.constantFrom('whole' as const, 'target' as const),
    parts: fc.array(fc.constantFrom('', 'a', '/', '%', '_', '\\', 'h', '.env', 'http', 'é'), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
);
/** Only the URL has a path that a pattern can match. */
const plainPattern = pattern.filter(({ match }) => match !== 'target');

/** The start of an id, and whole ids. */
const userPattern = fc.constantFrom<Pattern>(
  { match: 'whole', parts: ['ann'] },
  { match: 'whole', parts: ['ann', ''] },
  { match: 'whole', parts: ['a', '@h'] },
  { match: 'whole', parts: ['a\u{10ffff}', ''] },
);

const values: { [F in keyof TermValues]: (store: Store) => fc.Arbitrary<TermValues[F]> } = {
  time: () => range(time),
  status: () => range(status),
  duration: () => range(fc.constantFrom(0, 1, 1000, 2 ** 40)),
  queries: () => range(fc.constantFrom(0, 1, 1000)),
  queryTime: () => range(fc.constantFrom(0, 1, 1000, 2 ** 40)),
  ip: () => ipRange,
  url: () => pattern,
  host: () => plainPattern,
  route: () => plainPattern,
  operation: () => plainPattern,
  user: () => fc.oneof(plainPattern, userPattern),
  tag: () => plainPattern,
  service: () => plainPattern,
  instance: () => plainPattern,
  environment: () => plainPattern,
  release: () => plainPattern,
  agent: () => plainPattern,
  error: () => plainPattern,
  method: () => fc.constantFrom('GET', 'POST', 'PUT'),
  trace: () => trace,
  token: ({ tokens }) => seq.map((n) => tokens.tokenOf(n as Seq)),
  parent: ({ tokens }) =>
    fc.oneof(
      seq.map((n) => tokens.tokenOf(n as Seq) as string),
      fc.constant('ffffffffffff'),
    ),
  kind: () => fc.constantFrom(...KINDS),
  client: () => fc.constantFrom(...CLIENT_CLASSES),
};

/** Tokens differ from book to book, so terms are generated for each book from the same seeds. */
function termsFor(seeds: readonly TermSeed[], store: Store): Term[] {
  return seeds.map(({ field, not, seed }) => {
    const [any = []] = fc.sample(
      fc.array(values[field](store) as fc.Arbitrary<unknown>, { minLength: 1, maxLength: 3 }),
      {
        seed,
        numRuns: 1,
      },
    );
    return { field, not, any } as Term;
  });
}
interface TermSeed {
  readonly field: keyof TermValues;
  readonly not: boolean;
  readonly seed: number;
}
const termSeed = fc.record({
  field: fc.constantFrom(...(Object.keys(values) as (keyof TermValues)[])),
  not: fc.boolean(),
  seed: fc.integer(),
});

/** An engine that is compared with memory. */
interface Engine {
  /** How many books are generated. */
  readonly runs: number;
  open(): Promise<Store>;
  /** Does now what the engine does in the background. */
  maintain?(store: Store): Promise<void>;
}

const newPath = () => join(folder, String(books++));
async function openCollected(): Promise<Store> {
  const path = newPath();
  return openThroughCollector(await openStore(`sqlite:${path}`), join(path, 'keys'));
}
const maintain = (store: Store) => (store as SqliteStore).closeSegments();

const ENGINES: Record<string, Engine> = {
  sqlite: { runs: 10, open: () => openStore(`sqlite:${newPath()}`), maintain },
  'sqlite in tiny steps': { runs: 10, open: () => openTinySqlite(newPath()), maintain },
  chdb: { runs: 1, open: () => openStore(`chdb:${newPath()}`) },
  'chdb in tiny steps': { runs: 1, open: () => openTinyChdb(newPath()) },
  collector: { runs: 3, open: openCollected },
  ...(process.env.GATEBOOK_TEST_CLICKHOUSE && {
    clickhouse: {
      runs: 20,
      open: () => openStore(`${process.env.GATEBOOK_TEST_CLICKHOUSE}/agreement_${Date.now()}_${books++}`),
    },
  }),
};

/** A slow machine must not make a result partial. */
const PATIENT = { deadline: 60_000 };
const searches = fc.array(
  fc.record({
    terms: fc.array(termSeed, { maxLength: 3 }),
    limit: fc.integer({ min: 1, max: 12 }),
    by: fc.constantFrom('client' as const, 'user' as const, 'route' as const),
  }),
  { minLength: 20, maxLength: 40 },
);

test.each(Object.entries(ENGINES))(
  '%s returns exactly what memory returns, in the same order',
  // Every run is executed, however slow the machine is.
  { timeout: process.env.RUNS ? 0 : 120_000 },
  async (_name, engine) => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        searches,
        fc.option(fc.integer({ min: 0, max: 10 })),
        fc.option(time),
        async (written, searched, maintainAfter, pruneAt) => {
          const memory = await openStore('memory:');
          const store = await engine.open();
          const compare = async <T>(call: (store: Store) => Promise<T>) =>
            expect(await call(store)).toEqual(await call(memory));
          try {
            for (const [i, batch] of [...written, ...written].entries()) {
              if (i === maintainAfter) await engine.maintain?.(store);
              await compare((book) => book.write(batch));
            }
            if (pruneAt !== null) await compare((book) => book.prune(pruneAt as Micros));
            for (const { terms, limit, by } of searched) {
              await compare((book) => book.count(termsFor(terms, book), limit, PATIENT));
              await compare((book) => book.survey(termsFor(terms, book), PATIENT));
              await compare((book) => book.slowest(termsFor(terms, book), limit, PATIENT));
              await compare((book) => book.groups(termsFor(terms, book), by, limit, PATIENT));
              await compare((book) => readPages(book, { terms: termsFor(terms, book), limit, cursor: null }));
            }
            for (let n = 0; n <= 60; n++) await compare((book) => getProfile(book, n as Seq));
          } finally {
            await store.close();
          }
        },
      ),
      { numRuns: Number(process.env.RUNS ?? engine.runs) },
    );
  },
);

/** A profile by its seq. The books may have deleted it at slightly different times. */
async function getProfile(store: Store, seq: Seq): Promise<unknown> {
  const profile = await store.get(store.tokens.tokenOf(seq));
  return profile && 'expired' in profile ? 'expired' : profile;
}

/** Every page to the end of the listing, and back to its start. */
async function readPages(store: Store, criteria: Criteria): Promise<unknown[]> {
  let page = await store.search(criteria);
  const pages = [page];
  for (const toward of ['older', 'newer'] as const) {
    for (let cursor = page[toward]; cursor; cursor = page[toward]) {
      page = await store.search({ ...criteria, cursor });
      pages.push(page);
    }
  }
  return pages;
}
