import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import type { Term } from '../../src/search/criteria.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { readSegments } from '../../src/store/sqlite/catalog/catalog.ts';
import { decodeNumbers } from '../../src/store/sqlite/columns/numbers.ts';
import { openBookWriter } from '../../src/store/sqlite/live/book-writer.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { removeSeqs } from '../../src/store/sqlite/maintain/delete-entries.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { textsOfBook } from '../support/book-texts.ts';
import { randomText } from '../support/random-text.ts';
import { filesOf, readDatabase } from '../support/read-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALL = 1200;
const PER_SEGMENT = 300;
const FIELDS = [
  'agent',
  'error',
  'group',
  'header',
  'host',
  'instance',
  'log',
  'message',
  'method',
  'operation',
  'release',
  'route',
  'service',
  'tag',
  'url',
  'user',
];

/** A profile with a text of its own in each field, and an address of its own. */
function withCanaries(seq: number): Profile {
  const canary = (field: string) => `canary${field}${seq}x`;
  const { entry } = sampleProfile({
    seq,
    time: T0 + seq,
    ip: `10.1.${seq >> 8}.${seq & 255}`,
    url: `http://h/${canary('url')}?${randomText(seq, seq % 5 === 0 ? 3000 : 20)}`,
    userAgent: canary('agent'),
    host: canary('host'),
    route: `/${canary('route')}`,
    operation: canary('operation'),
    error: canary('error'),
    errorGroup: canary('group'),
    method: canary('method'),
    trace: traceOf(seq),
    user: canary('user'),
    tags: [canary('tag')],
    service: canary('service'),
    instance: canary('instance'),
    release: canary('release'),
  });
  const detail = {
    httpVersion: '1.1',
    socketIp: '203.0.113.7',
    requestHeaders: [['x-header', canary('header') + randomText(seq, (seq * 7919) % 3000)]],
    responseHeaders: [],
    exception: { name: 'Error', message: canary('message'), stack: '', cause: null },
    logs: [{ text: canary('log') }],
  };
  return { entry, detail: detail as unknown as Profile['detail'] };
}

const traceOf = (seq: number) => `facade${seq.toString().padStart(26, '0')}`;

/** The profiles that have a text in the files of a book, by field. */
function seqsInFiles(path: string): Record<string, number[]> {
  const seqs: Record<string, Set<number>> = {};
  const add = (field: string, seq: number) => {
    seqs[field] ??= new Set();
    seqs[field].add(seq);
  };
  for (const text of textsOfBook(path)) {
    for (const [, field = '', seq] of text.matchAll(/canary([a-z]+)(\d+)x/g)) add(field, Number(seq));
    for (const [, seq] of text.matchAll(/facade(\d{26})/g)) add('trace', Number(seq));
  }
  return Object.fromEntries(
    Object.entries(seqs).map(([field, found]) => [field, [...found].sort((a, b) => a - b)]),
  );
}

/** The addresses and seqs in the columns of all closed segments. */
function numbersInColumns(path: string): { addresses: number[]; seqs: number[] } {
  const numbers = (name: string) =>
    filesOf(join(path, 'segments'))
      .filter((file) => /\d\.db$/.test(file))
      .flatMap((file) =>
        readDatabase(file, (db) =>
          db
            .prepare('SELECT data FROM columns WHERE name = ?')
            .all(name)
            .flatMap(({ data }) => {
              const decoded = new Float64Array(PER_SEGMENT).fill(-1);
              decodeNumbers(data as Uint8Array, decoded, 0);
              return [...decoded].filter((number) => number >= 0);
            }),
        ),
      )
      .sort((a, b) => a - b);
  // An address is stored as its number and one.
  return { addresses: numbers('ipv4').map((key) => key - 1 - 0x0a010000), seqs: numbers('seq') };
}

const seqsFrom = (isWanted: (seq: number) => boolean) =>
  Array.from({ length: ALL }, (_, seq) => seq).filter(isWanted) as Seq[];

test.each([
  ['live', ALL + 1, false],
  ['full and live', PER_SEGMENT, false],
  ['closed', PER_SEGMENT, true],
])(
  'nothing of a deleted profile is left in the files of the book (%s)',
  { timeout: 120_000 },
  async (name, entries, isClosed) => {
    const path = join(folder, name);
    const tuning = { ...TUNING, segment: { ...TUNING.segment, entries } };
    const store = await openSqliteStore(path, { create: true, tuning });
    for (let first = 0; first < ALL; first += 150)
      await store.write({
        id: `b${first}`,
        profiles: Array.from({ length: 150 }, (_, i) => withCanaries(first + i)),
      });
    if (isClosed) await store.closeSegments();
    const before = seqsInFiles(path);
    expect(Object.keys(before).sort()).toEqual([...FIELDS, 'trace'].sort());
    expect(before.url).toHaveLength(ALL);
    expect(before.log).toHaveLength(ALL);

    // Single ones, the whole second segment, and the ends of others.
    const isDeleted = (seq: number) =>
      seq % 7 === 3 || (seq >= 300 && seq < 600) || seq === 0 || seq >= ALL - 5;
    const [deleted, kept] = [seqsFrom(isDeleted), seqsFrom((seq) => !isDeleted(seq))];
    expect(await store.delete?.(deleted)).toBe(deleted.length);
    // While the book is open, its logs are files too.
    const after = seqsInFiles(path);
    expect(after.url).toEqual(kept);
    // Of values that many entries share, such as hosts, only some distinct ones are stored.
    for (const [field, seqs] of Object.entries(before))
      expect({ [field]: after[field] }).toEqual({ [field]: seqs.filter((seq) => !isDeleted(seq)) });

    const terms: Term[] = [
      { field: 'user', not: false, any: [{ match: 'contains', parts: ['canaryuser'] }] },
    ];
    expect(await store.count(terms, ALL)).toEqual({ matches: kept.length, capped: false });
    await store.closeSegments();
    await store.close();
    expect(numbersInColumns(path)).toEqual({ addresses: kept, seqs: kept });
    expect(checkBook(path)).toEqual([]);
  },
);

test('segments without a deleted profile are not rewritten', async () => {
  const path = join(folder, 'untouched');
  const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: 10 } };
  const odd = (n: number) => sampleProfile({ seq: 2 * n + 1, time: T0 + n });
  const store = await openSqliteStore(path, { create: true, tuning });
  for (let n = 0; n < 20; n += 10)
    await store.write({ id: `b${n}`, profiles: Array.from({ length: 10 }, (_, i) => odd(n + i)) });
  await store.closeSegments();
  await store.write({ id: 'full', profiles: Array.from({ length: 10 }, (_, i) => odd(20 + i)) });
  await store.close();
  const segments = join(path, 'segments');
  const files = () =>
    readdirSync(segments)
      .filter((name) => name.endsWith('.db'))
      .map((name) => `${name} ${statSync(join(segments, name)).ino}`);
  const before = files();
  const writer = openBookWriter(path, false, tuning);
  expect(readSegments(writer.catalog).map(({ state }) => state)).toEqual([
    'closed',
    'closed',
    'full',
    'live',
  ]);
  writer.lock.acquire();
  // Even seqs are within the range of a segment, and in none.
  for (const _ of removeSeqs(writer, new Set([4, 30, 50]))) writer.lock.acquire();
  expect(files()).toEqual(before);
  for (const _ of removeSeqs(writer, new Set([25]))) writer.lock.acquire();
  expect(writer.deleted).toBe(1);
  expect(readSegments(writer.catalog).map(({ state, rewrites }) => `${state} ${rewrites}`)).toEqual([
    'closed 0',
    'closed 1',
    'full 0',
    'live 0',
  ]);
  writer.lock.release();
  writer.close();
});

test('says so if another process reads the log of the catalog, and can be repeated', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'read');
  const store = await openSqliteStore(path, { create: true });
  await store.write({ id: 'a', profiles: [withCanaries(1), withCanaries(2)] });
  await store.closeSegments();
  const other = new DatabaseSync(join(path, 'catalog.db'));
  other.exec('BEGIN; SELECT count(*) FROM summaries');
  await expect(store.delete?.([1 as Seq])).rejects.toThrow('traces of them are left');
  expect(seqsInFiles(path).route).toEqual([1, 2]);
  other.close();
  expect(await store.delete?.([1 as Seq])).toBe(0);
  expect(seqsInFiles(path).route).toEqual([2]);
  await store.close();
});
