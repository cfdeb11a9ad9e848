import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CLIENT_CLASSES, DETAIL_STATES, KINDS } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Criteria, Term, TermValues } from '../search/criteria.ts';
import { openClickHouseStore } from './clickhouse/clickhouse-store.ts';
import { openEngine } from './clickhouse/open-clickhouse.ts';
import { openStore } from './open-store.ts';
import { sampleProfile, T0 } from './sample-profile.ts';
import { openSqliteStore, type SqliteStore } from './sqlite/sqlite-store.ts';
import { TUNING, type Tuning } from './sqlite/tuning.ts';
import type { Batch, Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

// Few values each, so that searches find something, and the ones engines trip over among them.
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
  'ß',
  '😀',
);
const url = fc
  .tuple(fc.constantFrom('http://h', 'https://H.example', 'https://h:8080'), text, text)
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
);
const time = fc.integer({ min: 0, max: 8 }).map((n) => T0 + n);
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
  duration: fc.constantFrom(0, 1, 1000, 2 ** 40),
  userAgent: text,
  trace,
  kind: fc.constantFrom(...KINDS),
  parent: fc.option(seq),
  error: text,
  client: fc.constantFrom(...CLIENT_CLASSES),
  detail: fc.constantFrom(...DETAIL_STATES),
});
const batches = fc
  .uniqueArray(sample, { selector: ({ seq }) => seq, maxLength: 40 })
  .map((samples): Batch[] =>
    [samples.slice(0, 15), samples.slice(15)].map((part, i) => ({
      id: `batch-${i}`,
      profiles: part.map(sampleProfile),
    })),
  );

const span = (value: fc.Arbitrary<number>) => fc.tuple(value, value).map(([from, to]) => ({ from, to }));
const ipSpan = fc.constantFrom(
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
/** The pattern's own text; what it stands on must be a URL only where it starts at the path. */
const plainPattern = pattern.filter(({ match }) => match !== 'target');

const values: { [F in keyof TermValues]: (store: Store) => fc.Arbitrary<TermValues[F]> } = {
  time: () => span(time),
  status: () => span(status),
  duration: () => span(fc.constantFrom(0, 1, 1000, 2 ** 40)),
  ip: () => ipSpan,
  url: () => pattern,
  host: () => plainPattern,
  route: () => plainPattern,
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

/** Tokens differ from book to book: a question is made of seqs and put in each book's own tokens. */
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

/** So small that a few dozen entries are many spans, walked in strides and indexed by the handful. */
const TINY: Tuning = {
  entriesPerSegment: 5,
  entriesPerPostingsBatch: 7,
  rareLimit: 2,
  fewLimit: 3,
  denseRatio: 2,
  firstScan: 1,
  longestScan: 4,
  urlBacklog: 1,
  urlsPerStep: 3,
  prunedPerStep: 4,
};

/** A store that is held against memory, and how many books of it are tried. */
interface Tried {
  readonly runs: number;
  open(): Promise<Store>;
  /** What is done from time to time anyway. */
  tend?(store: Store): Promise<void>;
}

const sqlite = (tuning: Tuning): Tried => ({
  runs: 40,
  open: () => openSqliteStore(join(folder, `${books++}.db`), { create: true, tuning }),
  tend: (store) => (store as SqliteStore).maintain(),
});

const TRIED: Record<string, Tried> = {
  'sqlite, as it is tuned,': sqlite(TUNING),
  'sqlite, in tiny parts,': sqlite(TINY),
  chdb: { runs: 6, open: () => openStore(`chdb:${join(folder, `${books++}`)}`) },
  'chdb, in short looks,': { runs: 6, open: openInShortLooks },
  ...(process.env.GATEBOOK_TEST_CLICKHOUSE && {
    clickhouse: {
      runs: 20,
      open: () => openStore(`${process.env.GATEBOOK_TEST_CLICKHOUSE}/agreement_${Date.now()}_${books++}`),
    },
  }),
};

/** So short that a few dozen entries take many looks. */
async function openInShortLooks(): Promise<Store> {
  const { engine, writer } = await openEngine(`chdb:${join(folder, `${books++}`)}`, true);
  return openClickHouseStore(engine, { create: true, writer, firstWindow: 2 });
}

const questions = fc.array(
  fc.record({ terms: fc.array(termSeed, { maxLength: 3 }), limit: fc.integer({ min: 1, max: 12 }) }),
  { minLength: 20, maxLength: 40 },
);

test.each(Object.entries(TRIED))(
  '%s answers exactly what memory answers, in the same order',
  { timeout: 120_000 },
  async (_name, { open, tend, runs }) => {
    await fc.assert(
      fc.asyncProperty(
        batches,
        questions,
        fc.boolean(),
        fc.option(time),
        async (written, asked, tended, pruneAt) => {
          const memory = await openStore('memory:');
          const tried = await open();
          const both = async <T>(ask: (store: Store) => Promise<T>) =>
            expect(await ask(tried)).toEqual(await ask(memory));
          try {
            for (const batch of [...written, ...written]) await both((store) => store.write(batch));
            if (tended) await tend?.(tried);
            if (pruneAt !== null) await both((store) => store.prune(pruneAt as Micros));
            for (const { terms, limit } of asked) {
              await both((store) => store.count(termsFor(terms, store), limit));
              await both((store) => store.survey(termsFor(terms, store)));
              await both((store) => walk(store, { terms: termsFor(terms, store), limit, cursor: null }));
            }
            for (let n = 0; n <= 60; n++) await both((store) => found(store, n as Seq));
          } finally {
            await tried.close();
          }
        },
      ),
      { numRuns: Number(process.env.RUNS ?? runs), interruptAfterTimeLimit: 60_000 },
    );
  },
);

/** A profile by its token; when it went, two books may tell a moment apart. */
async function found(store: Store, seq: Seq): Promise<unknown> {
  const profile = await store.get(store.tokens.tokenOf(seq));
  return profile && 'expired' in profile ? 'expired' : profile;
}

/** Every page to the end of the listing, and back to its start. */
async function walk(store: Store, criteria: Criteria): Promise<unknown[]> {
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
