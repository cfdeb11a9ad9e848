import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../cli/demo/random.ts';
import type { Detail, Span } from '../profile/profile.ts';
import { DAY, type Micros } from '../profile/time.ts';
import { termsOf } from '../store/conformance/case.ts';
import { type Sample, sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Recorded } from './dropping.ts';
import { readFindings } from './findings.ts';
import { findingsSentence, findingText } from './text/finding-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HOUR = DAY / 24;
let books = 0;

type Request = Omit<Sample, 'seq'> & { readonly detailed?: Partial<Detail> };
const GROUP = "TypeError: reading 'rate' at checkout (app.mjs)";
const FAILED = { status: 500, error: 'TypeError', errorGroup: GROUP } as const;
const ORDERS = 'select * from orders where id = ?';

let random: Random;
beforeEach(() => {
  random = createRandom(3);
});
/** Requests that are spread over the time from `from` to `to`, in hours before now. */
function traffic(
  count: number,
  [from, to]: readonly [number, number],
  change: (time: Micros) => Request = () => ({}),
): Request[] {
  return Array.from({ length: count }, () => {
    const time = Math.round(T0 - (to + random.next() * (from - to)) * HOUR) as Micros;
    return { time, route: '/search', duration: random.around(8000), ...change(time) };
  });
}

const query = (name: string, duration: number, calledFrom = 'app.mjs:28'): Span => ({
  kind: 'sql',
  name,
  at: 0,
  duration,
  parent: null,
  calledFrom,
});

const ENGINES: Readonly<Record<string, () => Promise<Store>>> = {
  memory: () => openStore('memory:'),
  sqlite: () => openStore(`sqlite:${join(folder, String(books++))}`),
};

describe.each(Object.entries(ENGINES))('%s', (_name, open) => {
  async function findIn(
    requests: readonly Request[],
    text = 'since:1h until:now',
    processes: readonly Recorded[] = [],
  ) {
    const book = await open();
    const profiles = requests.map(({ detailed, ...sample }, at) => {
      const { entry, detail } = sampleProfile({ seq: at + 1, ...sample });
      return { entry, detail: detail && entry.detail === 'kept' ? { ...detail, ...detailed } : null };
    });
    await book.write({ id: 'a', profiles });
    const options = { deadline: 20_000, signal: new AbortController().signal, processes };
    const findings = await readFindings(book, { text, terms: termsOf(text) }, options);
    const listed: (number | null)[] = [];
    for (const { query } of findings.found)
      listed.push(query === null ? null : (await book.count(termsOf(query), 100_000)).matches);
    await book.close();
    return { ...findings, sentence: findingsSentence(findings), listed };
  }

  test('ordinary traffic has no findings', async () => {
    const old = 'Error: now and then at get (a.mjs)';
    const failures = (time: Micros) =>
      time % 50 === 0 ? { status: 500, error: 'Error', errorGroup: old } : {};
    const { found, sentence } = await findIn(traffic(3000, [30, 0], failures));
    expect([found, sentence]).toEqual([[], 'Nothing unusual.']);
  });

  test('names an error that is new in a release, once it is seen more than once', async () => {
    const release = (time: Micros) => ({ release: time > T0 - 0.5 * HOUR ? '1.5.0' : '1.4.0' });
    const before = [...traffic(900, [20, 1], release), ...traffic(100, [1, 0], release)];
    const failed = (count: number) =>
      traffic(count, [0.4, 0], () => ({ ...FAILED, release: '1.5.0', method: 'POST', route: '/checkout' }));
    expect((await findIn([...before, ...failed(1)])).found).toEqual([]);
    const { found, sentence, listed } = await findIn([...before, ...failed(6)]);
    expect(found).toMatchObject([
      { kind: 'new', subject: GROUP, count: 6, evidence: { release: '1.5.0', where: 'POST /checkout' } },
    ]);
    expect(listed).toEqual([6]);
    expect(sentence).toBe('1 new error since release 1.5.0.');
    expect(found.map((finding) => findingText(finding, 'UTC'))).toMatchObject([
      { tag: 'New in 1.5.0', count: '6 requests' },
    ]);
  });

  test('an error of the latest release stays new after an hour', async () => {
    const release = (time: Micros) => ({ release: time > T0 - 5 * HOUR ? '1.5.0' : '1.4.0' });
    const failed = traffic(40, [4, 0], () => ({ ...FAILED, release: '1.5.0' }));
    const { found } = await findIn([...traffic(3000, [100, 0], release), ...failed]);
    expect(found).toMatchObject([{ kind: 'new', evidence: { release: '1.5.0' } }]);
  });

  test('says nothing of an error if the book began with it, or the client went away', async () => {
    const failed = traffic(20, [1, 0], () => FAILED);
    expect((await findIn([...failed, ...traffic(200, [1, 0])])).found).toEqual([]);
    const aborted = traffic(20, [1, 0], () => ({ status: 499, error: 'Aborted', errorGroup: 'Aborted' }));
    expect((await findIn([...aborted, ...traffic(2000, [50, 0])])).found).toEqual([]);
  });

  test('names an error that is back after a week, or after a release', async () => {
    const days = 24;
    const old = traffic(5, [20 * days, 19 * days], () => FAILED);
    const again = traffic(5, [1, 0], () => FAILED);
    const week = await findIn([...traffic(3000, [30 * days, 0]), ...old, ...again]);
    expect(week.found).toMatchObject([{ kind: 'back', count: 5, evidence: { release: '' } }]);
    expect(week.found[0]?.kind === 'back' && T0 - week.found[0].evidence.absentSince).toBeGreaterThan(
      18 * DAY,
    );
    expect(week.sentence).toBe('1 error is back.');

    const release = (time: Micros) => ({
      release:
        time > T0 - HOUR ? '1.3' : time > T0 - 30 * HOUR ? '1.2' : time > T0 - 60 * HOUR ? '1.1' : '1.0',
    });
    const then = traffic(5, [50, 40], (time) => ({ ...release(time), ...FAILED }));
    const now = traffic(5, [1, 0], (time) => ({ ...release(time), ...FAILED }));
    const one = await findIn([...traffic(3000, [90, 0], release), ...then, ...now]);
    expect(one.found).toMatchObject([{ kind: 'back', evidence: { release: '1.3' } }]);
    const ongoing = traffic(5, [20, 10], (time) => ({ ...release(time), ...FAILED }));
    expect((await findIn([...traffic(3000, [90, 0], release), ...then, ...ongoing, ...now])).found).toEqual(
      [],
    );
  });

  test('names a route that became slower, and the query that is new in it', async () => {
    const spans = (...list: Span[]) => ({ detailed: { spans: list } });
    const before = traffic(300, [3, 1], () => spans(query('select 1', 500)));
    const now = traffic(150, [1, 0], () => ({
      duration: random.around(300_000),
      ...spans(query('select 1', 500), query(ORDERS, 290_000)),
    }));
    const { found, sentence, listed } = await findIn([...before, ...now]);
    expect(found).toMatchObject([
      {
        kind: 'slower',
        subject: 'GET /search',
        count: 150,
        evidence: { why: { trait: { subject: 'query', name: ORDERS }, isNew: true } },
      },
    ]);
    expect(listed).toEqual([150]);
    expect(sentence).toBe('1 route became slower.');
    const [text] = found.map((finding) => findingText(finding, 'UTC'));
    expect(text?.evidence).toMatch(
      /^p90 [\d.]+ ms → \d{3} ms.*: a new query takes \d+ % of it: select \* from orders/,
    );
  });

  test('waiting for a connection can be what takes longer', async () => {
    const waits = (wait: number) => ({ detailed: { spans: [{ ...query(ORDERS, wait + 900), wait }] } });
    const before = traffic(200, [3, 1], () => waits(0));
    const now = traffic(100, [1, 0], () => ({ duration: 210_000, ...waits(200_000) }));
    const { found } = await findIn([...before, ...now]);
    expect(found).toMatchObject([{ evidence: { why: { trait: { name: 'waiting for a connection' } } } }]);
  });

  test('few requests, and a long tail, do not make a route slower', async () => {
    const slow = () => ({ duration: 300_000 });
    expect((await findIn([...traffic(300, [3, 1]), ...traffic(12, [1, 0], slow)])).found).toEqual([]);
    const tail = () => ({ duration: random.chance(0.1) ? 400_000 : 9000 });
    for (let seed = 0; seed < 8; seed++) {
      random = createRandom(seed);
      expect((await findIn([...traffic(60, [3, 1], tail), ...traffic(30, [1, 0], tail)])).found).toEqual([]);
    }
  });

  test('names scanners that got something', async () => {
    const scan = (ip: string, path: string, status: number): Request => ({
      time: (T0 - 60e6) as Micros,
      client: 'scanner',
      ip,
      status,
      url: `https://shop.example${path}`,
    });
    const probes = [scan('203.0.113.9', '/.env', 200), scan('203.0.113.9', '/wp-login.php', 404)];
    const one = await findIn([...traffic(50, [3, 0]), ...probes]);
    expect(one.found).toMatchObject([
      {
        kind: 'got-through',
        subject: '203.0.113.9',
        count: 1,
        evidence: { clients: 1, requests: 2, paths: ['/.env'] },
      },
    ]);
    expect([one.sentence, one.listed]).toEqual(['A scanner got 1 response with 2xx.', [1]]);
    const two = await findIn([...traffic(50, [3, 0]), ...probes, scan('203.0.113.10', '/.git/config', 200)]);
    expect(two.found).toMatchObject([{ subject: '', count: 2, evidence: { clients: 2 } }]);
    expect(two.sentence).toBe('Scanners got 2 responses with 2xx.');
    expect((await findIn([...traffic(50, [3, 0]), scan('203.0.113.9', '/.env', 404)])).found).toEqual([]);
  });

  test('names a query that most requests of a route repeat, unless the route is slower by it', async () => {
    const repeated = (times: number, duration = 300): Request => ({
      queries: times,
      queryTime: times * duration,
      detailed: { spans: Array.from({ length: times }, () => query(ORDERS, duration)) },
    });
    const always = await findIn(traffic(60, [3, 0], () => repeated(12)));
    expect(always.found).toMatchObject([
      {
        kind: 'n+1',
        subject: 'GET /search',
        evidence: { statement: ORDERS, times: 12, caller: 'app.mjs:28' },
      },
    ]);
    expect(always.sentence).toBe('1 route repeats a query.');
    const seldom = await findIn(traffic(60, [3, 0], () => repeated(random.chance(0.3) ? 12 : 1)));
    expect(seldom.found).toEqual([]);
    const slower = await findIn([
      ...traffic(90, [3, 1], () => repeated(1)),
      ...traffic(60, [1, 0], () => ({ ...repeated(12, 30_000), duration: 380_000 })),
    ]);
    expect(slower.found.map(({ kind }) => kind)).toEqual(['slower']);
  });

  test('names a job that fails, once', async () => {
    const job =
      (status: number, error = {}) =>
      (): Request => ({
        kind: 'job',
        route: '',
        operation: 'send-invoices',
        status,
        ...error,
      });
    const old = { ...FAILED, status: 500 };
    const failing = [...traffic(30, [30, 1], job(500, old)), ...traffic(4, [1, 0], job(500, old))];
    const known = await findIn([...traffic(500, [30, 0]), ...failing, ...traffic(6, [1, 0], job(200))]);
    expect(known.found).toMatchObject([
      { kind: 'failing-job', subject: 'send-invoices', count: 4, evidence: { runs: 10, error: GROUP } },
    ]);
    expect([known.sentence, known.listed]).toEqual(['1 job fails.', [4]]);
    const fresh = await findIn([...traffic(500, [30, 0]), ...traffic(4, [1, 0], job(500, old))]);
    expect(fresh.found).toMatchObject([
      { kind: 'new', subject: GROUP, evidence: { where: 'send-invoices' } },
    ]);
  });

  test('says that something is not recorded', async () => {
    const dropped = await findIn(traffic(50, [3, 0]), undefined, [
      { recorded: 100, missing: 7, started: (T0 - HOUR) as Micros },
      { recorded: 50, missing: 0, started: null },
    ]);
    expect(dropped.found).toEqual([
      {
        kind: 'dropping',
        subject: 'profiles',
        count: 7,
        query: null,
        evidence: { of: 100, since: T0 - HOUR },
      },
    ]);
    const [text] = dropped.found.map((finding) => findingText(finding, 'UTC'));
    expect(text?.evidence).toBe('7 of 100 recorded profiles are missing since 06-Nov-2026 20:20:00');
    const details = await findIn(
      traffic(50, [1, 0], () => ({ detail: random.chance(0.5) ? 'budget' : 'kept' })),
    );
    expect(details.found).toMatchObject([{ kind: 'dropping', subject: 'details' }]);
    expect(details.sentence).toBe('Recording drops details.');
  });

  test('without time there are none', async () => {
    const book = await open();
    const profiles = traffic(50, [3, 0], () => FAILED).map((sample, seq) =>
      sampleProfile({ seq, ...sample }),
    );
    await book.write({ id: 'a', profiles });
    const options = { deadline: 0, signal: new AbortController().signal };
    const found = await readFindings(book, { text: '', terms: termsOf('since:1h') }, options);
    expect(found).toEqual({ found: [], isComplete: false });
    await book.close();
  });

  test('lists the kinds in their order', async () => {
    const slower = [
      ...traffic(300, [3, 1]),
      ...traffic(100, [1, 0], () => ({ duration: random.around(400_000) })),
    ];
    const failed = traffic(50, [0.5, 0], () => ({ ...FAILED, route: '/checkout' }));
    const { found, sentence } = await findIn([...slower, ...traffic(3000, [100, 2]), ...failed]);
    expect(found.map(({ kind }) => kind)).toEqual(['new', 'slower']);
    expect(sentence).toBe('1 new error. 1 route became slower.');
  });
});
