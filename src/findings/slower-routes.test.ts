import { expect, test } from 'vitest';
import { createRandom } from '../cli/demo/random.ts';
import { DAY, type Micros } from '../profile/time.ts';
import { termsOf } from '../store/conformance/case.ts';
import { type Sample, sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { openStore } from '../store/open-store.ts';
import { readFindings } from './findings.ts';
import { findingsSentence, findingText } from './text/finding-text.ts';

const HOUR = DAY / 24;
const random = createRandom(3);

/** Requests that are spread over the time from `from` to `to`, in hours before now. */
function traffic(count: number, [from, to]: readonly [number, number], sample: Omit<Sample, 'seq'>) {
  return Array.from({ length: count }, () => {
    const time = Math.round(T0 - (to + random.next() * (from - to)) * HOUR) as Micros;
    return { time, route: '/', duration: random.around(8000), ...sample };
  });
}

async function findingsOf(requests: readonly Omit<Sample, 'seq'>[]) {
  const book = openMemoryStore();
  await book.write({
    id: 'a',
    profiles: requests.map((each, at) => sampleProfile({ seq: at + 1, ...each })),
  });
  const text = 'since:1h until:now';
  const options = { deadline: 20_000, signal: new AbortController().signal };
  const { found } = await readFindings(book, { text, terms: termsOf(text) }, options);
  return found.map(({ kind, subject }) => `${kind} ${subject}`);
}

const checks = (hours: readonly [number, number]) =>
  traffic(4000, hours, { client: 'monitor', duration: 300 });

test('health checks do not hide that a route became slower', async () => {
  const slow = traffic(100, [1, 0], { duration: 300_000 });
  expect(
    await findingsOf([...checks([3, 1]), ...checks([1, 0]), ...traffic(300, [3, 1], {}), ...slow]),
  ).toEqual(['slower GET /']);
});

test('a route is not slower because its health checks ended', async () => {
  expect(await findingsOf([...checks([3, 1]), ...traffic(400, [3, 0], {})])).toEqual([]);
});

/** Requests in the hours before now, with the last release and the duration that they have from some hour on. */
async function slowerIn(text: string, since: number, duration: number) {
  const random = createRandom(7);
  const book = await openStore('memory:');
  const profiles = Array.from({ length: 2000 }, (_, seq) => {
    const age = 22 - (seq / 2000) * 22;
    const isNew = age < since;
    const sample: Sample = {
      seq,
      time: Math.round(T0 - age * HOUR),
      route: seq % 4 === 0 ? '/search' : '/cart',
      release: isNew ? '1.5.0' : '1.4.0',
      duration: random.around(isNew && seq % 4 === 0 ? duration : 8000),
      detail: 'policy',
    };
    return { ...sampleProfile(sample), detail: null };
  });
  await book.write({ id: 'a', profiles });
  const options = { deadline: 20_000, signal: new AbortController().signal };
  const { found } = await readFindings(book, { text, terms: termsOf(text) }, options);
  const counts = await Promise.all(
    found.map(async ({ query }) => (await book.count(termsOf(query ?? ''), 10_000)).matches),
  );
  await book.close();
  return { found, counts };
}

test('a release that began in the period is compared with the one before', async () => {
  const { found, counts } = await slowerIn('since:1d until:now', 4, 200_000);
  expect(found).toMatchObject([{ kind: 'slower', subject: 'GET /search', evidence: { release: '1.5.0' } }]);
  const [finding] = found;
  expect(counts).toEqual([finding?.count]);
  expect(finding?.count).toBeLessThan(100);
  expect(findingsSentence({ found, isComplete: true })).toBe('1 route became slower.');
  if (finding)
    expect(findingText(finding, 'UTC').evidence).toMatch(/^p90 [\d.]+ ms → \d{3} ms since 1\.5\.0$/);
});

test('a release that is as fast, or too young to know, is none', async () => {
  expect((await slowerIn('since:1d until:now', 4, 8000)).found).toEqual([]);
  expect((await slowerIn('since:1d until:now', 0.5, 200_000)).found).toEqual([]);
});

test('a release that began before the period is not compared again', async () => {
  expect((await slowerIn('since:1h until:now', 4, 200_000)).found).toEqual([]);
});
