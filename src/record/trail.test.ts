import { expect, test } from 'vitest';
import { cutText } from '../format/cut-text.ts';
import type { Span } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import { LoadMeter } from './load-meter.ts';
import { Trail } from './trail.ts';
import { TextBudget } from './trail-items.ts';

const settings = () => ({
  load: new LoadMeter(),
  text: new TextBudget(),
  instrumentations: new Set<string>(),
});

function startTrail(shared = settings()) {
  let last = 0;
  const owner = { book: {}, seq: null, takeSeq: () => ++last as Seq, fault: () => {}, fail: () => {} };
  const trail = new Trail(performance.now(), owner, shared);
  const end = () => {
    const ended = trail.end(performance.now());
    return { ...ended.items, ...ended, activity: ended.activity() };
  };
  return { trail, end };
}

test('returns what was collected once, then releases it', () => {
  const { trail, end } = startTrail();
  expect(trail.hasRoom('logs')).toBe(true);
  trail.log('console', 'info', 'hello');
  expect(end().activity.logs).toMatchObject([{ source: 'console', level: 'info', text: 'hello' }]);
  expect(trail.hasRoom('logs')).toBe(false);
  trail.log('console', 'info', 'late');
  expect(end()).toMatchObject({ activity: {}, subRequests: [], reported: null });
});

test('has only phases if nothing happened', () => {
  const { trail, end } = startTrail();
  trail.handlerStarted();
  trail.headersSent();
  const { activity } = end();
  expect(Object.keys(activity)).toEqual(['phases']);
  const { handler = -1, headers = -1, finished = -1 } = activity.phases ?? {};
  expect(handler).toBeGreaterThanOrEqual(0);
  expect(headers).toBeGreaterThanOrEqual(handler);
  expect(finished).toBeGreaterThanOrEqual(headers);
});

test('limits the number of items and counts the rest', () => {
  const { trail, end } = startTrail();
  for (let n = 0; n < 10_000; n++) {
    if (trail.hasRoom('spans')) trail.endSpan(trail.startSpan({ kind: 'app', name: 'step' }, -1), {});
    if (trail.hasRoom('logs')) trail.log('console', 'log', 'x');
    if (trail.hasRoom('notes')) trail.note('key', 'value');
    if (trail.hasRoom('tags')) trail.tag(`tag ${n}`);
  }
  const { activity, tags } = end();
  const { spans, logs, notes, omitted } = activity;
  expect([spans?.length, logs?.length, notes?.length, tags.length]).toEqual([500, 500, 100, 16]);
  expect(omitted).toEqual({ spans: 9500, logs: 9500, notes: 9900, tags: 9984 });
});

test('cuts long texts and limits their total length', () => {
  const { trail, end } = startTrail();
  for (let n = 0; n < 500; n++) if (trail.hasRoom('logs')) trail.log('stdout', '', 'x'.repeat(1e6));
  const { logs, omitted } = end().activity;
  expect(logs?.[0]?.text).toBe(`${'x'.repeat(4096)}…cut`);
  expect(JSON.stringify(logs).length).toBeLessThan(140_000);
  expect((logs?.length ?? 0) + (omitted?.logs ?? 0)).toBe(500);
});

test('keeps errors and exceptions short when the request is full', () => {
  const { trail, end } = startTrail();
  const ends = Array.from({ length: 50 }, (_, n) => {
    trail.hasRoom('subRequests');
    return trail.startSubRequest(`sub ${n}`);
  });
  const spans = Array.from({ length: 400 }, () =>
    trail.hasRoom('spans') ? trail.startSpan({ kind: 'app', name: 's' }, -1) : -1,
  );
  for (const done of ends)
    done({ name: 'TypeError', message: 'm'.repeat(8000), stack: 's'.repeat(8000), cause: null });
  for (const span of spans) trail.endSpan(span, { error: 'e'.repeat(9000) });
  const { activity, subRequests } = end();
  expect(JSON.stringify([activity, subRequests]).length).toBeLessThan(250_000);
  expect(subRequests.at(-1)?.exception).toMatchObject({ name: 'TypeError', stack: '' });
  expect(activity.spans?.at(-1)?.error).toBe('…cut');
});

test('limits the text of all requests of a book together, and reuses what ended requests release', () => {
  const shared = settings();
  const trails = Array.from({ length: 300 }, () => startTrail(shared));
  const fill = ({ trail }: { trail: Trail }) => {
    for (let n = 0; n < 40; n++) if (trail.hasRoom('logs')) trail.log('stdout', '', 'x'.repeat(4000));
  };
  trails.forEach(fill);
  const lengths = trails.map(({ end }) => JSON.stringify(end().activity.logs ?? []).length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(18e6);
  expect(lengths[0]).toBeGreaterThan(100_000);
  expect(lengths.at(-1)).toBe(2);
  const next = startTrail(shared);
  fill(next);
  expect(next.end().activity.logs?.length).toBeGreaterThan(30);
});

test('two books do not share a limit on text', () => {
  const full = settings();
  full.text.use(17e6);
  expect(startTrail(full).trail.hasRoom('logs')).toBe(false);
  expect(startTrail().trail.hasRoom('logs')).toBe(true);
});

test('a span that is still open when the request ends has no duration', () => {
  const { trail, end } = startTrail();
  trail.hasRoom('spans');
  const outer = trail.startSpan({ kind: 'app', name: 'outer' }, -1);
  const inner = trail.startSpan({ kind: 'sql', name: 'SELECT 1', system: 'mysql' }, outer);
  trail.endSpan(inner, { error: 'no' });
  const { spans } = end().activity;
  trail.endSpan(outer, {});
  expect(spans).toMatchObject([
    { kind: 'app', name: 'outer', duration: null, parent: null },
    { kind: 'sql', name: 'SELECT 1', parent: 0, system: 'mysql', error: 'no' },
  ]);
  expect(spans?.[1]?.duration).toBeGreaterThanOrEqual(0);
});

test('a query that was never sent waited until the request ended', () => {
  const { trail, end } = startTrail();
  trail.hasRoom('spans');
  const query = { kind: 'sql', name: 'SELECT 1', isQueued: true } as const;
  const [, sent, done] = [query, query, query].map((start) => trail.startSpan(start, -1));
  const { queued, spans } = trail.items;
  queued.delete(spans[sent ?? -1] as Span);
  trail.endSpan(done ?? -1, {});
  const waits = end().activity.spans?.map(({ duration, wait }) => [duration === null, wait !== undefined]);
  expect(waits).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});

test('a sub-request has a seq, and a duration even if it was still open', () => {
  const { trail, end } = startTrail();
  trail.hasRoom('subRequests');
  const done = trail.startSubRequest('one');
  done(null);
  trail.startSubRequest('two');
  const { subRequests } = end();
  expect(subRequests).toMatchObject([
    { seq: 1, kind: 'sub', name: 'one' },
    { seq: 2, kind: 'sub', name: 'two' },
  ]);
  for (const { duration } of subRequests) expect(duration).toBeGreaterThanOrEqual(0);
});

test('cuts a text', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc…cut');
  expect(cutText('é'.repeat(100_000), 2)).toBe('éé…cut');
});
