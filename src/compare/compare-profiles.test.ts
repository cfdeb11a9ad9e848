import { expect, test } from 'vitest';
import type { Detail, Profile, Span } from '../profile/profile.ts';
import { sampleProfile } from '../store/conformance/sample-profile.ts';
import { type CompareOptions, compareProfiles } from './compare-profiles.ts';
import { differenceText } from './difference.ts';

function profile(seq: number, entry: object = {}, rest: Partial<Detail> = {}): Profile {
  const sample = sampleProfile({ seq, duration: 100_000, ...entry });
  return { ...sample, detail: sample.detail && { ...sample.detail, exception: null, ...rest } };
}

function lines(a: Profile, b: Profile, options: CompareOptions = {}): string[] {
  return compareProfiles(a, b, options).differences.map((difference) => {
    const { sign, subject, name, text, was } = differenceText(difference);
    return [sign, subject, name, text, was && `(was ${was})`].filter(Boolean).join(' ');
  });
}

const sql = (name: string, at: number, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at,
  duration: 2000,
  parent: null,
  ...rest,
});
const call = (name: string, at: number, rest: Partial<Span> = {}): Span => ({
  ...sql(name, at, { duration: 82_000, status: 200 }),
  kind: 'http',
  ...rest,
});
const spans = (...list: Span[]): Partial<Detail> => ({ spans: list });

test('finds no differences between identical profiles', () => {
  expect(compareProfiles(profile(1), profile(2))).toMatchObject({ differences: [], noise: [] });
});

test('names a call that failed first, then what was not called, then who asked', () => {
  const a = profile(
    1,
    { user: 'ana' },
    spans(call('POST https://card-api/', 1), sql('update orders', 90), sql('insert', 95)),
  );
  const b = profile(
    2,
    { user: 'bob', status: 502 },
    spans(call('POST https://card-api/', 1, { error: 'connect ECONNREFUSED', duration: 900 })),
  );
  expect(lines(a, b)).toEqual([
    '+ call POST https://card-api/ failed: connect ECONNREFUSED (was 200, 82 ms)',
    '- query update orders not called, and 1 more',
    '* user ana → bob',
    '- query insert not called',
    '* status 200 → 502',
  ]);
});

test('a status of 400 or more is a failed call', () => {
  const a = profile(1, {}, spans(call('GET https://a/1', 1)));
  const b = profile(2, {}, spans(call('GET https://a/2', 1, { status: 503 })));
  expect(lines(a, b)).toEqual(['+ call GET https://a/2 failed with status 503 (was 200, 82 ms)']);
  expect(lines(b, a)).toEqual(['* call GET https://a/1 no longer fails (was 503, 82 ms)']);
});

test('compares queries without their order, ids and the number of runs of a loop', () => {
  const loop = (count: number) =>
    Array.from({ length: count }, (_, i) => sql('select item', 10 + i, { duration: 100 }));
  const a = profile(1, {}, spans(sql('select a', 1), sql('select b', 2), ...loop(2)));
  const b = profile(2, {}, spans(sql('select b', 1), sql('select a', 2), ...loop(4)));
  expect(lines(a, b)).toEqual([]);
  const many = profile(3, {}, spans(sql('select a', 1), sql('select b', 2), ...loop(30)));
  expect(lines(a, many)).toEqual(['* query select item ran 30 times (was 2 times, 200 µs)']);
});

test('COMMIT and ROLLBACK follow from what failed', () => {
  const a = profile(1, {}, spans(sql('BEGIN', 1), sql('COMMIT', 9)));
  const b = profile(2, {}, spans(sql('BEGIN', 1), sql('ROLLBACK', 9)));
  expect(lines(a, b)).toEqual([]);
});

test('reports what took much longer, and not the phases that this explains', () => {
  const phases = (headers: number) => ({ handler: 100, headers, finished: headers + 500 });
  const a = profile(1, {}, { ...spans(call('GET https://a/', 1)), phases: phases(99_000) });
  const b = profile(
    2,
    { duration: 2_100_000 },
    { ...spans(call('GET https://a/', 1, { duration: 2_082_000 })), phases: phases(2_099_000) },
  );
  expect(lines(a, b)).toEqual(['* call GET https://a/ took 2.08 s (was 200, 82 ms)']);
  const c = profile(
    3,
    { duration: 2_100_000 },
    { ...spans(call('GET https://a/', 1)), phases: phases(2_099_000) },
  );
  expect(lines(a, c)).toEqual(['* time Handler 98.9 ms → 2.1 s']);
});

test('what took longer is not counted as not called', () => {
  const a = profile(1, {}, spans(call('GET https://a/', 1, { duration: 10_000 }), sql('select a', 95)));
  const b = profile(2, {}, spans(call('GET https://a/', 1, { duration: 80_000 })));
  expect(lines(a, b)).toEqual([
    '* call GET https://a/ took 80 ms (was 200, 10 ms)',
    '- query select a not called',
  ]);
});

test('the same request should have the same response, and not take much longer', () => {
  const answer = (text: string, type = 'application/json') => ({
    responseBody: { type, bytes: text.length, text },
  });
  const same = (from: Partial<Detail>, to: Partial<Detail>, duration = 100_000) =>
    lines(profile(1, { duration: 10_000 }, from), profile(2, { duration }, to), { why: 'replayed' });
  expect(same(answer('{"id":1,"total":2}'), answer('{"id":7,"total":3}'))).toEqual([
    '* time Duration 10 ms → 100 ms',
    '* response total 2 → 3',
  ]);
  expect(same(answer('one', 'text/plain'), answer('two', 'text/plain'), 50_000)).toEqual([
    '* response body one → two',
  ]);
  expect(same(answer('{"id":1}'), answer('{"id":2}'), 10_000)).toEqual([]);
});

test('of nested spans, the one that took longer itself is reported', () => {
  const nested = (inner: number): Partial<Detail> =>
    spans(
      sql('render', 1, { kind: 'app', duration: inner + 1000 }),
      sql('select', 2, { duration: inner, parent: 0 }),
    );
  const [a, b] = [profile(1, {}, nested(10_000)), profile(2, { duration: 500_000 }, nested(400_000))];
  expect(lines(a, b)).toEqual(['* query select took 400 ms (was 10 ms)']);
});

test('reports waiting for a connection once, not for every query', () => {
  const waiting = (wait: number) => [1, 2].map((at) => sql('select a', at, { wait, duration: 2000 + wait }));
  const [a, b] = [
    profile(1, {}, spans(...waiting(0))),
    profile(2, { duration: 900_000 }, spans(...waiting(400_000))),
  ];
  expect(lines(a, b)).toEqual(['* time waiting for a connection 0 µs → 800 ms']);
});

test('reports smaller delays of a request that is known to be slow, before all else', () => {
  const a = profile(1, { user: 'ana' }, spans(call('GET https://a/', 1)));
  const b = profile(
    2,
    { user: 'bob', duration: 220_000 },
    spans(call('GET https://a/', 1, { duration: 180_000 })),
  );
  expect(lines(a, b)).toEqual(['* user ana → bob']);
  expect(lines(a, b, { why: 'slow' })).toEqual([
    '* call GET https://a/ took 180 ms (was 200, 82 ms)',
    '* user ana → bob',
  ]);
});

test('reports headers and cookies that are missing, new or changed, and no header that names one request', () => {
  const headers = (...requestHeaders: [string, string | null][]) => ({ requestHeaders });
  const a = profile(
    1,
    {},
    headers(
      ['Authorization', null],
      ['accept', 'a/b'],
      ['cookie', 'sid=***; _ga=***'],
      ['traceparent', '00-1'],
    ),
  );
  const b = profile(
    2,
    {},
    headers(['accept', 'c/d'], ['cookie', 'theme=***'], ['x-new', null], ['if-none-match', 'x']),
  );
  expect(lines(a, b)).toEqual([
    '- header authorization missing',
    '- cookie sid missing',
    '* header accept a/b → c/d',
    '+ header x-new new',
    '+ cookie theme new',
  ]);
});

test('reports parameters and body fields, but not what people write into them', () => {
  const body = (value: object) => {
    const text = JSON.stringify(value);
    return { requestBody: { type: 'application/json', bytes: text.length, text } };
  };
  const a = profile(
    1,
    { url: 'https://a/?page=1&id=7&format=pdf' },
    body({ name: 'Ana', paid: true, list: [{ id: 1 }], currency: 'EUR' }),
  );
  const b = profile(
    2,
    { url: 'https://a/?page=9000&id=8' },
    body({ name: 'Bob', paid: false, list: [{ id: 2 }, { id: 3 }], currency: 'USD' }),
  );
  expect(lines(a, b)).toEqual([
    '- parameter format missing (was pdf)',
    '* parameter page 1 → 9000',
    '* body field paid true → false',
    '* body field currency EUR → USD',
  ]);
});

test('a user or a release that succeeded in another request is not a reason', () => {
  const [a, b] = [profile(1, { user: 'ana' }), profile(2, { user: 'bob', release: '2' })];
  expect(lines(a, b)).toEqual(['* release 1.0.0 → 2', '* user ana → bob']);
  const { weight } = compareProfiles(a, b, { succeeded: [b.entry] }).differences[0] ?? {};
  expect(weight).toBeLessThan(20);
});

test('reports new warnings before other log lines, and texts without their values', () => {
  const log = (level: string, text: string) => ({ at: 5, source: 'console', level, text }) as const;
  const a = profile(
    1,
    {},
    { logs: [log('info', 'order 1'), log('info', 'done')], notes: [{ key: 'plan', value: 'free' }] },
  );
  const b = profile(
    2,
    {},
    {
      logs: [log('info', 'order 2'), log('info', 'x'), log('warn', 'no stock')],
      notes: [{ key: 'plan', value: 'paid' }],
    },
  );
  expect(lines(a, b)).toEqual([
    '+ log warn no stock new',
    '* note plan free → paid',
    '+ log info x new',
    '- log info done not written',
  ]);
});

test('compares exceptions with their fields and all their causes', () => {
  const exception = { name: 'Error', message: 'order 1', stack: 's', cause: null };
  const cause = { name: 'TypeError', message: 'x', stack: 'at y', cause: null };
  const a = profile(1, {}, { exception: { ...exception, fields: '{"status":404,"code":"E"}' } });
  const b = profile(
    2,
    {},
    { exception: { ...exception, message: 'order 2', fields: '{"status":409,"code":"E"}', cause } },
  );
  expect(lines(a, b)).toEqual(['* exception status 404 → 409', '+ exception cause TypeError: x']);
});

test('compares what every entry has if a detail is missing', () => {
  const a = { ...profile(1, { queries: 3, error: '' }), detail: null };
  const b = profile(2, { queries: 0, status: 500, error: 'TypeError' }, spans());
  expect(lines(a, b)).toEqual(['* query count 3 → 0', '* status 200 → 500', '+ exception TypeError']);
});

test('collapses times, ids and sizes as noise', () => {
  const a = profile(1, { url: 'https://a/1', route: '/:id', ip: '192.0.2.1', responseBytes: 1 });
  const b = profile(2, {
    url: 'https://a/2',
    route: '/:id',
    ip: '192.0.2.2',
    duration: 103_000,
    responseBytes: 2,
  });
  const { differences, noise } = compareProfiles(a, b);
  expect(differences).toEqual([]);
  expect(noise.map(({ subject, name }) => `${subject} ${name}`.trim())).toEqual([
    'URL',
    'client IP',
    'time Duration',
    'response size',
  ]);
});
