import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { FOREVER } from '../../search/time-bounds.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { groupEntries } from '../group-entries.ts';
import { type GroupBy, MAX_GROUPS } from '../groups.ts';
import { surveyEntries } from '../survey-entries.ts';
import { checkBook } from './check.ts';
import { bookFolder } from './folder.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';
import { TUNING } from './tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;
const newPath = () => join(folder, String(books++));

const SECOND = 1e6;
const HOUR = 3600 * SECOND;
/** From the first sample to the end of all time. */
const ALWAYS = FOREVER - T0;
const PATIENT = { deadline: 60_000 };
const BY: readonly GroupBy[] = ['client', 'route', 'time'];

function open(path: string, entries = TUNING.segment.entries): Promise<SqliteStore> {
  const entriesPerRollup = Math.min(TUNING.entriesPerRollup, Math.ceil(entries / 3));
  const tuning = { ...TUNING, entriesPerRollup, segment: { ...TUNING.segment, entries } };
  return openSqliteStore(path, { create: true, inThisThread: true, tuning });
}

function during(from: number, to: number): Term {
  return { field: 'time', not: false, any: [{ from: T0 + from, to: T0 + to }] };
}

// How long a book is decides how fine the slots of its rollups are.
const length = fc.constantFrom(1, 50, SECOND, 40 * SECOND, HOUR, 30 * HOUR, 1000 * HOUR);
const request = fc.record({
  /** A share of the length of the book. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  isLate: fc.boolean(),
  status: fc.constantFrom(200, 200, 204, 301, 404, 500),
  ip: fc.constantFrom('1.2.3.4', '1.2.3.5', '2001:db8::1', '2001:db8::2', 'unknown'),
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/', '/a', '/a/1', '/a/2', '/é', '/b\n'),
  route: fc.constantFrom('', '', '/', '/a/*', '/a/:id'),
  kind: fc.oneof(fc.constant('main' as const), fc.constantFrom(...KINDS)),
  instance: fc.constantFrom('a', 'b'),
  client: fc.constantFrom(...CLIENT_CLASSES),
  duration: fc.oneof(fc.nat(100), fc.nat(1e7), fc.constantFrom(0, 2 ** 40)),
  queries: fc.nat(3),
  queryTime: fc.nat(1000),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ write: fc.array(request, { minLength: 1, maxLength: 60 }) }) },
  { weight: 2, arbitrary: fc.constant({ seal: true as const }) },
  { weight: 1, arbitrary: fc.record({ prune: fc.double({ min: 0, max: 0.7, noNaN: true }) }) },
);
const share = fc.double({ min: -0.2, max: 1.2, noNaN: true });
const search = fc.record({
  period: fc.option(fc.tuple(share, fc.option(share))),
  classes: fc.option(
    fc.record({ any: fc.subarray([...CLIENT_CLASSES], { minLength: 1 }), not: fc.boolean() }),
  ),
  kinds: fc.option(fc.record({ any: fc.subarray([...KINDS], { minLength: 1 }), not: fc.boolean() })),
  limit: fc.constantFrom(0, 2, 1000),
});

test(
  'rollups and counts equal the entries, for any writes, late arrivals, sealing and deletions',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        length,
        fc.constantFrom(4, 60, 1000),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(search, { minLength: 5, maxLength: 10 }),
        async (long, perSegment, steps, searches) => {
          const path = newPath();
          const store = await open(path, perSegment);
          let profiles: Profile[] = [];
          let seq = 0;
          try {
            for (const [i, next] of steps.entries()) {
              if ('seal' in next) await store.sealAll();
              if ('prune' in next) {
                const before = (T0 + Math.floor(long * next.prune)) as Micros;
                await store.prune(before);
                profiles = profiles.filter(({ entry }) => entry.time >= before);
              }
              if (!('write' in next)) continue;
              const written = next.write.map(({ at, isLate, path: target, ...rest }) => {
                // In order but for late ones.
                const share = isLate ? at : (i + at) / steps.length;
                const url = `https://shop.example${target}`;
                return sampleProfile({ ...rest, url, seq: seq++, time: T0 + Math.floor(long * share) });
              });
              profiles.push(...written);
              await store.write({ id: `batch-${i}`, profiles: written });
            }
            const entries = profiles.map(({ entry }) => entry);
            for (const { period, classes, kinds, limit } of searches) {
              const terms: Term[] = [];
              if (period) {
                const [from, to] = period;
                terms.push(during(Math.floor(from * long), to === null ? ALWAYS : Math.floor(to * long)));
              }
              if (classes) terms.push({ field: 'client', ...classes });
              for (const by of BY)
                expect(await store.groups(terms, by, limit, PATIENT)).toEqual(
                  groupEntries(entries, terms, by, limit, store.tokens.seqOf),
                );
              if (kinds) terms.push({ field: 'kind', ...kinds });
              expect(await store.survey(terms, PATIENT)).toEqual(
                surveyEntries(entries, terms, store.tokens.seqOf),
              );
            }
          } finally {
            await store.close();
          }
          expect(checkBook(path)).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 30), interruptAfterTimeLimit: 10_000 },
    ),
);

test('a sealed segment is grouped without its entries, also by class of clients', async () => {
  const path = newPath();
  const store = await open(path);
  const profiles = Array.from({ length: 500 }, (_, seq) =>
    sampleProfile({
      seq,
      time: T0 + seq * 7 * SECOND,
      ip: `10.0.0.${seq % 9}`,
      client: seq % 2 ? 'scanner' : 'browser',
      duration: seq,
    }),
  );
  await store.write({ id: 'batch', profiles });
  await store.sealAll();
  await store.close();
  const db = new DatabaseSync(bookFolder(path).sealed(1, 0));
  db.exec('UPDATE entries SET duration = 0');
  db.close();
  expect(checkBook(path).map(({ problems }) => problems)).toEqual([
    BY.map((by) => `the rollup by ${by} differs from its entries`),
  ]);
  const reopened = await open(path);
  try {
    const entries = profiles.map(({ entry }) => entry);
    for (const terms of [
      [],
      [during(-13, ALWAYS)],
      [{ field: 'client', not: true, any: ['scanner'] }] as const,
    ]) {
      for (const by of BY)
        expect(await reopened.groups(terms, by, 5, PATIENT)).toEqual(
          groupEntries(entries, terms, by, 5, reopened.tokens.seqOf),
        );
    }
  } finally {
    await reopened.close();
  }
});

test('a flood of clients and paths does not make rollups large', { timeout: 60_000 }, async () => {
  const path = newPath();
  const store = await open(path);
  const count = 1.5 * MAX_GROUPS;
  const word = (n: number) => n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
  const profiles = Array.from({ length: count }, (_, seq) => {
    const ip = `10.${seq >> 16}.${(seq >> 8) & 255}.${seq & 255}`;
    const { entry } = sampleProfile({ seq, time: T0 + seq, ip, url: `https://shop.example/${word(seq)}` });
    return { entry, detail: null };
  });
  await store.write({ id: 'flood', profiles });
  await store.sealAll();
  await store.close();
  const db = new DatabaseSync(bookFolder(path).sealed(1, 0), { readOnly: true });
  const [rollups, all] = [
    "SELECT pgsize AS bytes FROM dbstat WHERE aggregate = TRUE AND name = 'rollups'",
    'SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE',
  ].map((sql) => Number(db.prepare(sql).get()?.bytes));
  db.close();
  expect(rollups).toBeLessThan(count * 20);
  expect(rollups).toBeLessThan((all ?? 0) / 10);
});
