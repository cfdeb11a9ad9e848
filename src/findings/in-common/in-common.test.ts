import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../cli/demo/random.ts';
import type { Detail, Profile, Span } from '../../profile/profile.ts';
import { termsOf } from '../../store/conformance/case.ts';
import { type Sample, sampleProfile, T0 } from '../../store/conformance/sample-profile.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { inCommon } from './in-common.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

type Request = Omit<Sample, 'seq'> & { readonly detailed?: Partial<Detail> };
const QUERY: Span = {
  kind: 'sql',
  name: 'select * from carts where id = ?',
  at: 0,
  duration: 900,
  parent: null,
};
const CALL: Span = {
  kind: 'http',
  name: 'POST https://pay.example/charge',
  at: 0,
  duration: 5000,
  parent: null,
  status: 200,
};
const FAILED = { status: 500, error: 'TypeError', errorGroup: 'TypeError: x at pay (src/pay.ts)' } as const;

let random: Random;
beforeEach(() => {
  random = createRandom(7);
});

/** A request of ordinary traffic. */
function ordinary(): Request {
  return {
    route: '/checkout',
    method: 'POST',
    user: `user-${random.int(1, 50)}`,
    tags: [`tenant-${random.int(1, 8)}`],
    release: random.pick(['1.4.0', '1.5.0']),
    instance: random.pick(['web-1:7', 'web-2:7', 'web-3:7', 'web-4:7']),
    duration: random.around(20_000),
    detailed: {
      requestHeaders: [
        ['accept-language', random.pick(['de', 'en', 'fr'])],
        ['x-request-id', String(random.next())],
      ],
      spans: [QUERY, CALL],
      logs: [{ at: 1, source: 'console', level: 'info', text: `cart ${random.int(1, 1e6)}` }],
    },
  };
}

function repeat(count: number, request: () => Request): Request[] {
  return Array.from({ length: count }, request);
}

const withDetail = ({ detailed }: Request, change: Partial<Detail>) => ({
  detailed: { ...detailed, ...change },
});

const ENGINES: Readonly<Record<string, () => Promise<Store>>> = {
  memory: () => openStore('memory:'),
  sqlite: () => openStore(`sqlite:${join(folder, String(books++))}`),
};

describe.each(Object.entries(ENGINES))('%s', (_name, open) => {
  async function linesOf(query: string, requests: readonly Request[]) {
    const book = await open();
    const profiles = requests.map(({ detailed, ...sample }, at): Profile => {
      const { entry, detail } = sampleProfile({ seq: at + 1, time: T0 + at * 1e5, ...sample });
      return { entry, detail: detail && entry.detail === 'kept' ? { ...detail, ...detailed } : null };
    });
    await book.write({ id: 'a', profiles });
    const found = await inCommon(book, termsOf(query), {
      deadline: 10_000,
      signal: new AbortController().signal,
    });
    await book.close();
    const lines = found.lines.map(({ traits, alike, selected, rest }) => ({
      traits: traits.map(({ subject, name, outcome }) => `${subject} ${name} ${outcome}`.trim()),
      alike: alike.map(({ subject, name, outcome }) => `${subject} ${name} ${outcome}`.trim()),
      selected: Math.round((100 * selected.count) / selected.of),
      rest: Math.round((100 * rest.count) / rest.of),
    }));
    return { ...found, lines };
  }

  test('names the user whose requests fail', async () => {
    const found = await linesOf('status:5xx', [
      ...repeat(600, ordinary),
      ...repeat(20, () => ({ ...ordinary(), user: 'erin', ...FAILED })),
    ]);
    expect([found.selected, found.rest, found.of?.name]).toEqual([20, 600, 'POST /checkout']);
    expect(found.lines).toMatchObject([{ traits: ['user erin'], alike: [], selected: 100, rest: 0 }]);
  });

  test('counts a user that the list of the most frequent ones lacks', async () => {
    const others = repeat(900, () => ({ ...ordinary(), user: `user-${random.int(1, 12)}` }));
    const same = repeat(6, () => ({ ...ordinary(), user: 'erin' }));
    const failed = repeat(6, () => ({ ...ordinary(), user: 'erin', ...FAILED }));
    const { lines } = await linesOf('status:5xx', [...others, ...same, ...failed]);
    expect(lines[0]).toMatchObject({ traits: ['user erin'], selected: 100, rest: 1 });
  });

  test('says nothing about failures without a cause', async () => {
    for (let seed = 0; seed < 5; seed++) {
      random = createRandom(seed);
      const fail = () => (random.chance(0.05) ? FAILED : {});
      const { lines } = await linesOf(
        'status:5xx',
        repeat(500, () => ({ ...ordinary(), ...fail() })),
      );
      expect(lines).toEqual([]);
    }
  });

  test('two failures are too few, and so are three of a frequent value', async () => {
    const some = (count: number, user: string) => repeat(count, () => ({ ...ordinary(), user, ...FAILED }));
    const others = repeat(300, ordinary);
    expect((await linesOf('status:5xx', [...others, ...some(2, 'erin')])).lines).toEqual([]);
    const frequent = repeat(300, () => ({ ...ordinary(), user: random.pick(['erin', 'bob']) }));
    expect((await linesOf('status:5xx', [...frequent, ...some(3, 'erin')])).lines).toEqual([]);
  });

  test('finds a release, an instance and a tag, and leaves out what defines the selection', async () => {
    for (const [cause, name] of [
      [{ release: '1.6.0' }, 'release 1.6.0'],
      [{ instance: 'web-5:9' }, 'instance web-5:9'],
      [{ tags: ['beta', 'tenant-3'] }, 'tag beta'],
    ] as const) {
      const requests = [
        ...repeat(400, ordinary),
        ...repeat(30, () => ({ ...ordinary(), ...cause })),
        ...repeat(40, () => ({ ...ordinary(), ...cause, ...FAILED })),
      ];
      const { lines } = await linesOf('error:TypeError', requests);
      expect(lines[0]).toMatchObject({ traits: [name], selected: 100, rest: 7 });
      expect(lines.flatMap(({ traits, alike }) => [...traits, ...alike]).join()).not.toContain('status');
    }
  });

  test('two values that fail only together are one line', async () => {
    const requests = repeat(2000, () => {
      const request = ordinary();
      return request.release === '1.5.0' && request.tags?.includes('tenant-3')
        ? { ...request, ...FAILED }
        : request;
    });
    const { lines } = await linesOf('status:5xx', requests);
    expect(lines[0]).toMatchObject({ traits: ['tag tenant-3', 'release 1.5.0'], selected: 100, rest: 0 });
  });

  test('values that mark the same requests are one line', async () => {
    const acme = { user: 'erin', tags: ['acme'], instance: 'web-9:9' };
    const { lines } = await linesOf('status:5xx', [
      ...repeat(400, ordinary),
      ...repeat(40, () => ({ ...ordinary(), ...acme, ...FAILED })),
    ]);
    expect(lines).toMatchObject([{ traits: ['user erin'], alike: ['tag acme', 'instance web-9:9'] }]);
  });

  test('finds a header, and a call that failed before what was logged about it', async () => {
    const header = (request: Request) =>
      withDetail(request, { requestHeaders: [['X-Beta', '1'], ...(request.detailed?.requestHeaders ?? [])] });
    const beta = await linesOf('status:5xx', [
      ...repeat(300, ordinary),
      ...repeat(30, () => ({ ...ordinary(), ...header(ordinary()), ...FAILED })),
    ]);
    expect(beta.lines).toMatchObject([{ traits: ['header x-beta: 1'], alike: [], rest: 0 }]);
    const unpaid = {
      spans: [QUERY, { ...CALL, status: 503 }],
      logs: [{ at: 1, source: 'console', level: 'error', text: 'could not charge' } as const],
    };
    const { lines } = await linesOf('status:5xx', [
      ...repeat(300, ordinary),
      ...repeat(30, () => ({ ...ordinary(), ...withDetail(ordinary(), unpaid), ...FAILED })),
    ]);
    expect(lines[0]).toMatchObject({
      traits: ['call POST https://pay.example/charge failed'],
      alike: ['log error could not charge'],
    });
  });

  test('finds the query that makes requests slow, though details of slow ones are kept more often', async () => {
    const requests = repeat(3000, () => {
      const request = { ...ordinary(), duration: random.int(5000, 40_000) };
      const spans = [{ ...QUERY, duration: random.int(400, 1400) }, CALL];
      if (random.chance(0.05))
        return {
          ...request,
          duration: 800_000,
          ...withDetail(request, { spans: [{ ...QUERY, duration: 700_000 }, CALL] }),
        };
      const detail = random.chance(0.1) ? ('kept' as const) : ('policy' as const);
      return { ...request, detail, ...withDetail(request, { spans }) };
    });
    const { lines, sampled } = await linesOf('duration:>500ms', requests);
    expect(lines[0]).toMatchObject({ traits: [`query ${QUERY.name} took longer`], selected: 100 });
    expect(lines).toHaveLength(1);
    expect(sampled.rest).toBeGreaterThan(90);
  });

  test('compares the failures of several routes with all requests', async () => {
    const routes = ['/a', '/b', '/c', '/d', '/e'];
    const found = await linesOf('status:5xx', [
      ...repeat(500, () => ({ ...ordinary(), route: random.pick(['/a', ...routes]) })),
      ...repeat(30, () => ({ ...ordinary(), route: random.pick(['/a', '/b', '/b', '/b']), ...FAILED })),
    ]);
    expect(found.of).toBeNull();
    expect(found.lines).toMatchObject([{ traits: ['route /b'] }]);
  });

  test('compares the requests of a user with those of the others', async () => {
    const { lines } = await linesOf('user:erin', [
      ...repeat(300, ordinary),
      ...repeat(30, () => ({ ...ordinary(), user: 'erin', status: 402 })),
    ]);
    expect(lines[0]).toMatchObject({ traits: ['status 402'], selected: 100, rest: 0 });
  });

  test('without time there are no lines', async () => {
    const book = await open();
    await book.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
    const { lines } = await inCommon(book, [], { deadline: 0, signal: AbortSignal.abort() });
    await book.close();
    expect(lines).toEqual([]);
  });
});
