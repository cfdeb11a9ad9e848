import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '../cli/demo/random.ts';
import { DAY, type Micros } from '../profile/time.ts';
import { termsOf } from '../store/conformance/case.ts';
import { type Sample, sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { readFindings } from './findings.ts';
import { findingsSentence, findingText } from './text/finding-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MINUTE = 60e6;
const HOUR = 60 * MINUTE;
let books = 0;

type Request = Omit<Sample, 'seq'>;
/** Hours of the day, from now back, in which a service has no requests. */
interface Rhythm {
  readonly every?: number;
  readonly days?: number;
  readonly from?: number;
  readonly to?: number;
  isOff?(ago: number): boolean;
}

/** Requests of a service at random, on average `every` microseconds, from `from` to `to` ago. */
function sends(
  service: string,
  { every = 2 * MINUTE, days = 9, from = days * DAY, to = 0, isOff }: Rhythm = {},
) {
  const random = createRandom(service.length);
  const requests: Request[] = [];
  for (let ago = from; ago > to; ago -= every * 2 * random.next())
    if (!isOff?.(ago))
      requests.push({ service, time: Math.round(T0 - ago) as Micros, instance: `${service}-1:7` });
  return requests;
}

const ENGINES: Readonly<Record<string, () => Promise<Store>>> = {
  memory: () => openStore('memory:'),
  sqlite: () => openStore(`sqlite:${join(folder, String(books++))}`),
};

describe.each(Object.entries(ENGINES))('%s', (_name, open) => {
  async function silentIn(requests: readonly Request[], text = 'since:1d until:now') {
    const book = await open();
    const profiles = requests.map((sample, at) => {
      const { entry } = sampleProfile({ seq: at + 1, route: '/x', ...sample });
      return { entry: { ...entry, detail: 'policy' as const }, detail: null };
    });
    for (let at = 0; at < profiles.length; at += 5000)
      await book.write({ id: `a-${at}`, profiles: profiles.slice(at, at + 5000) });
    const options = { deadline: 20_000, signal: new AbortController().signal };
    const findings = await readFindings(book, { text, terms: termsOf(text) }, options);
    const silent = findings.found.filter(({ kind }) => kind === 'silent');
    const listed = silent[0]?.query ? (await book.count(termsOf(silent[0].query), 100_000)).matches : 0;
    await book.close();
    return { silent, sentence: findingsSentence(findings), listed };
  }

  test('names a service that stopped while another went on, once', async () => {
    const { silent, sentence, listed } = await silentIn([...sends('shop'), ...sends('cart', { to: HOUR })]);
    expect(silent).toMatchObject([{ subject: 'cart', evidence: { instance: 'cart-1:7' } }]);
    expect(silent[0]?.count).toBeGreaterThan(15);
    expect(listed).toBeGreaterThan(500);
    expect(sentence).toContain('1 service is silent.');
    expect(silent.map((finding) => findingText(finding, 'UTC'))[0]).toMatchObject({
      tag: 'Silent',
      subject: 'cart',
      evidence: expect.stringMatching(/^no request since .* from cart-1:7; others go on$/),
    });
  });

  const stopped = { to: HOUR };
  test.each<[string, readonly Request[], string?]>([
    ['the only service: the book may have been off', sends('cart', stopped)],
    ['all at once, as on a laptop that is closed', [...sends('shop', stopped), ...sends('cart', stopped)]],
    ['another that went on only at first', [...sends('shop', { to: 0.7 * HOUR }), ...sends('cart', stopped)]],
    ['a few minutes', [...sends('shop'), ...sends('cart', { to: 8 * MINUTE })]],
    [
      'a service that is known for less than a week',
      [...sends('shop'), ...sends('cart', { days: 6, ...stopped })],
    ],
    [
      'a service that is off at this time of the day',
      [...sends('shop'), ...sends('cart', { isOff: (ago) => ago % DAY < 2 * HOUR })],
    ],
    [
      'a service that is off at weekends',
      [
        ...sends('shop'),
        ...sends('cart', { isOff: (ago) => ago < 2 * HOUR || (ago > 5 * DAY && ago < 7 * DAY) }),
      ],
    ],
    ['a service with few requests', [...sends('shop'), ...sends('cart', { every: 20 * MINUTE, ...stopped })]],
    [
      'a job that runs each hour',
      [...sends('shop'), ...sends('cart', { isOff: (ago) => ago < HOUR || ago % HOUR > 5 * MINUTE })],
    ],
    [
      'a search for some requests only',
      [...sends('shop'), ...sends('cart', stopped)],
      'since:1d until:now route:/x',
    ],
    [
      'a service that was silent and came back',
      [...sends('shop'), ...sends('cart', { isOff: (ago) => ago > HOUR && ago < 3 * HOUR })],
      'since:1d until:1h',
    ],
    [
      'a service that stopped before this time',
      [...sends('shop'), ...sends('cart', { to: 2 * HOUR })],
      'since:1h until:now',
    ],
  ])('says nothing of %s', async (_what, requests, text) => {
    expect((await silentIn(requests, text)).silent).toEqual([]);
  });

  test.each([
    ['stop', 0, 0],
    ['exit', 0, 0],
    ['exit', 500, 0],
    ['start', 0, 1],
  ])('after the process said %s with status %i, there are %i findings', async (operation, status, count) => {
    const said = {
      kind: 'process',
      service: 'cart',
      operation,
      status,
      time: (T0 - 0.98 * HOUR) as Micros,
    } as const;
    const { silent } = await silentIn([...sends('shop'), ...sends('cart', stopped), said]);
    expect(silent).toHaveLength(count);
  });
});
