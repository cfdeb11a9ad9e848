import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Replayed, type ReplayOptions, replay } from '../../../src/cli/replay/replay.ts';
import { differenceText } from '../../../src/compare/difference.ts';
import type { Entry } from '../../../src/profile/entry.ts';
import type { Profile } from '../../../src/profile/profile.ts';
import { profileOf } from '../../../src/store/profile-of.ts';
import type { Store } from '../../../src/store/store.ts';
import { gatebookIn } from '../../support/run-cli.ts';
import { openBook, type RunningExample, startApp, startExample } from '../example.ts';
import { type SampleRequest, sampleRequests, sendSample } from './recorded-requests.ts';

/** Requests that each app gets: 200 with `npm run e2e:cli -- --full`. */
const COUNT = process.env.FULL ? 200 : 10;
const AT_ONCE = 10;
const gatebook = gatebookIn('.');
/** Everything is kept, also on a busy machine. */
const ALL = { GATEBOOK_BODIES: 'all', GATEBOOK_BUDGET_BYTES_PER_SECOND: '1GB' };

/** On a connection of its own: on a busy machine, the app closes an idle one just when it is used again. */
async function get(url: string): Promise<void> {
  await (await fetch(url, { headers: { Connection: 'close' } })).arrayBuffer();
}

/** The main requests of a book, oldest first, when it has this many. */
async function recorded(book: Store, count: number): Promise<Entry[]> {
  for (let attempt = 0; ; attempt++) {
    const terms = [{ field: 'kind', not: false, any: ['main'] }] as const;
    const { entries } = await book.search({ terms, limit: 1000, cursor: null });
    if (entries.length >= count || attempt > 200) return entries.toReversed();
    await sleep(50);
  }
}

/** Sends what the book withholds as a user would give it. */
async function replayAsGiven(
  book: Store,
  profile: Profile,
  sample: SampleRequest,
  to: string,
): Promise<Replayed> {
  const options: ReplayOptions = { to, allowChanges: true };
  const result = await replay(book, profile, options);
  if (result.outcome === 'replayed') return result;
  expect(result).toMatchObject({ why: 'missing' });
  const [part] = result.missing;
  const given = part?.part === 'URL' ? { path: sample.path } : {};
  const second = await replay(book, profile, { ...options, ...given, body: sample.body });
  if (second.outcome === 'refused') throw new Error(`${sample.method} ${sample.path}: ${second.reason}`);
  return second;
}

/** Without durations, which vary on a busy machine. */
function lines({ compared }: Replayed): string[] {
  const differences = compared?.comparison.differences ?? [];
  return differences
    .filter(({ subject, outcome = '' }) => subject !== 'time' && !outcome.startsWith('took '))
    .map((difference) => {
      const { sign, subject, name, text } = differenceText(difference);
      return `${sign} ${subject} ${name} ${text}`;
    });
}

const APPS = process.env.FULL
  ? ['express', 'fastify', 'hono', 'koa', 'nest', 'http2']
  : ['express', 'hono', 'http2'];

describe.each(APPS)('%s', (name) => {
  test(`${COUNT} requests of every kind have the same status again, and nothing differs`, async () => {
    const app = await startExample(name, ALL);
    const samples = sampleRequests(COUNT);
    try {
      for (const sample of samples) await sendSample(app.port, sample, name === 'http2');
      const book = await openBook(app);
      const entries = await recorded(book, COUNT);
      expect(entries).toHaveLength(COUNT);
      expect(entries.filter(({ detail }) => detail !== 'kept')).toEqual([]);
      const statuses = new Set(entries.map(({ status }) => status));
      expect(statuses.size).toBeGreaterThan(1);
      for (let at = 0; at < COUNT; at += AT_ONCE) {
        await Promise.all(
          entries.slice(at, at + AT_ONCE).map(async (entry, i) => {
            const sample = samples[at + i] as SampleRequest;
            const profile = await profileOf(book, entry);
            const result = await replayAsGiven(book, profile, sample, app.url);
            const what = `${entry.method} ${entry.url} ${entry.status}`;
            expect([what, result.runs[0]?.status, result.compared?.by]).toEqual([
              what,
              entry.status,
              'profile',
            ]);
            const same = result.compared?.comparison.identical.find(({ subject }) => subject === 'status');
            expect(same?.a).toBe(String(entry.status));
            expect([what, ...lines(result)]).toEqual([what]);
          }),
        );
      }
      const first = book.tokens.tokenOf((entries[0] as Entry).seq);
      const command = [
        'replay',
        first,
        '--storage',
        app.storage,
        '--to',
        app.url,
        '--yes',
        '--expect',
        'same',
        '--body',
        '',
      ];
      expect(gatebook(...command)).toMatchObject({ status: 0, stdout: expect.stringContaining('Recorded ') });
      await book.close();
    } finally {
      await app.stop();
    }
  });
});

/** What the comparison says about each bug. */
const BUGS: Readonly<Record<string, RegExp>> = {
  'n+1': /^\* query select \* from products where id = \? ran 20 times/i,
  exception: /^\+ exception TypeError: Cannot read properties of undefined \(reading 'name'\)/,
  'bad-query': /^\+ exception Error: no such column: titel/,
  'failed-call': /^\+ call GET http:\/\/127\.0\.0\.1:\d+\/rates failed with status 503/,
  slow: /^\* (?:time Handler|query .* took) /,
  status: /^\* status 200 → 404/,
  value: /^\* response total 210 → 0/,
  field: /^- response customer missing/,
  header: /^\* response header content-type application\/json → text\/html/,
  log: /^\+ log warn no rates for EUR, using 1 new/,
  skipped: /^- query select \* from rates .* not called/i,
};

describe('a bug that is switched on', () => {
  let shop: RunningExample;
  let token: string;

  beforeAll(async () => {
    shop = await startApp(['test/e2e/cli/shop.js'], ALL);
    // The first request is slower than all others.
    for (let i = 0; i < 2; i++) await get(`${shop.url}/orders/1`);
    const book = await openBook(shop);
    const orders = (await recorded(book, 4)).filter(({ url }) => url.endsWith('/orders/1'));
    token = book.tokens.tokenOf((orders.at(-1) as Entry).seq);
    await book.close();
  });
  afterAll(() => shop.stop());

  test.each(Object.entries(BUGS))('%s is named', async (bug, expected) => {
    await get(`${shop.url}/switch?bug=${encodeURIComponent(bug)}`);
    const { status, stdout, stderr } = replayOrder();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const text = stdout.split('\n').map((line) => line.trim());
    const differences = text.slice(text.findIndex((line) => /^\d+ differences?$/.test(line)) + 1);
    expect(
      differences.filter((line) => expected.test(line)),
      stdout,
    ).not.toEqual([]);
  });

  test('nothing differs when it is fixed', async () => {
    await get(`${shop.url}/switch?bug=`);
    const { status, stdout } = replayOrder('--json', '--expect', 'same', '--times', '3');
    expect(status).toBe(0);
    const { compared, statuses } = JSON.parse(stdout);
    expect(statuses).toEqual({ 200: 3 });
    const differences: { subject: string; text: string }[] = compared.differences;
    expect(
      differences.filter(({ subject, text }) => subject !== 'time' && !text.startsWith('took ')),
    ).toEqual([]);
  });

  function replayOrder(...options: string[]) {
    return gatebook('replay', token, '--storage', shop.storage, '--to', shop.url, ...options);
  }
});
