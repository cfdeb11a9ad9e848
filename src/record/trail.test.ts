import { expect, test } from 'vitest';
import { cutText } from '../format/cut-text.ts';
import type { Seq } from '../profile/token.ts';
import { Trail } from './trail.ts';

function begun() {
  let faults = 0;
  let last = 0;
  const startedAt = performance.now();
  const trail = new Trail(startedAt, { takeNumber: () => ++last as Seq, fault: () => faults++ });
  return { trail, startedAt, faults: () => faults, end: () => trail.end(performance.now()) };
}

test('what was seen is told once, and let go of', () => {
  const { trail, end } = begun();
  expect(trail.hasRoom('logs')).toBe(true);
  trail.log('console', 'info', 'hello');
  expect(end().seen.logs).toMatchObject([{ source: 'console', level: 'info', text: 'hello' }]);
  expect(trail.hasRoom('logs')).toBe(false);
  trail.log('console', 'info', 'late');
  expect(end()).toEqual({ seen: {}, subRequests: [], reported: null });
});

test('of a request in which nothing happened only the phases are told', () => {
  const { trail, end } = begun();
  trail.enteredHandler();
  trail.sentHeaders();
  const { seen } = end();
  expect(Object.keys(seen)).toEqual(['phases']);
  const { handler = -1, headers = -1, finished = -1 } = seen.phases ?? {};
  expect(handler).toBeGreaterThanOrEqual(0);
  expect(headers).toBeGreaterThanOrEqual(handler);
  expect(finished).toBeGreaterThanOrEqual(headers);
});

test('so many of each are kept, the others are counted', () => {
  const { trail, end } = begun();
  for (let n = 0; n < 10_000; n++) {
    if (trail.hasRoom('spans')) trail.finish(trail.begin('app', 'step', -1), {});
    if (trail.hasRoom('logs')) trail.log('console', 'log', 'x');
    if (trail.hasRoom('notes')) trail.note('key', 'value');
    if (trail.hasRoom('tags')) trail.tag(`tag ${n}`);
  }
  const { spans, logs, notes, tags, omitted } = end().seen;
  expect([spans?.length, logs?.length, notes?.length, tags?.length]).toEqual([500, 500, 100, 50]);
  expect(omitted).toEqual({ spans: 9500, logs: 9500, notes: 9900, tags: 9950 });
});

test('long texts are cut, and together they are no longer than so much', () => {
  const { trail, end } = begun();
  for (let n = 0; n < 500; n++) if (trail.hasRoom('logs')) trail.log('stdout', '', 'x'.repeat(1e6));
  const { logs, omitted } = end().seen;
  expect(logs?.[0]?.text).toBe(`${'x'.repeat(4096)}…cut`);
  expect(JSON.stringify(logs).length).toBeLessThan(140_000);
  expect((logs?.length ?? 0) + (omitted?.logs ?? 0)).toBe(500);
});

test('errors and exceptions are kept small where there is no room', () => {
  const { trail, end } = begun();
  const ends = Array.from({ length: 50 }, (_, n) => {
    trail.hasRoom('subRequests');
    return trail.beginSubRequest(`sub ${n}`);
  });
  const places = Array.from({ length: 400 }, () =>
    trail.hasRoom('spans') ? trail.begin('app', 's', -1) : -1,
  );
  for (const done of ends)
    done({ name: 'TypeError', message: 'm'.repeat(8000), stack: 's'.repeat(8000), cause: null });
  for (const place of places) trail.finish(place, { error: 'e'.repeat(9000) });
  const { seen, subRequests } = end();
  expect(JSON.stringify([seen, subRequests]).length).toBeLessThan(250_000);
  expect(subRequests.at(-1)?.exception).toMatchObject({ name: 'TypeError', stack: '' });
  expect(seen.spans?.at(-1)?.error).toBe('…cut');
});

test('all requests under way have only so much together, and what one gives back another may take', () => {
  const trails = Array.from({ length: 300 }, begun);
  const fill = ({ trail }: { trail: Trail }) => {
    for (let n = 0; n < 40; n++) if (trail.hasRoom('logs')) trail.log('stdout', '', 'x'.repeat(4000));
  };
  trails.forEach(fill);
  const kept = trails.map(({ end }) => JSON.stringify(end().seen.logs ?? []).length);
  expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThan(18e6);
  expect(kept[0]).toBeGreaterThan(100_000);
  expect(kept.at(-1)).toBe(2);
  const next = begun();
  fill(next);
  expect(next.end().seen.logs?.length).toBeGreaterThan(30);
});

test('a span that is not over when the request ends has no duration, and gets none later', () => {
  const { trail, end } = begun();
  trail.hasRoom('spans');
  const outer = trail.begin('app', 'outer', -1);
  const inner = trail.begin('sql', 'SELECT 1', outer, 'mysql');
  trail.finish(inner, { error: 'no' });
  const { spans } = end().seen;
  trail.finish(outer, {});
  expect(spans).toMatchObject([
    { kind: 'app', name: 'outer', duration: null, parent: null },
    { kind: 'sql', name: 'SELECT 1', parent: 0, system: 'mysql', error: 'no' },
  ]);
  expect(spans?.[1]?.duration).toBeGreaterThanOrEqual(0);
});

test('a sub-request has a number and a duration, also when it was not over', () => {
  const { trail, end } = begun();
  trail.hasRoom('subRequests');
  const done = trail.beginSubRequest('one');
  done(null);
  trail.beginSubRequest('two');
  const { subRequests } = end();
  expect(subRequests).toMatchObject([
    { seq: 1, kind: 'sub', name: 'one' },
    { seq: 2, kind: 'sub', name: 'two' },
  ]);
  for (const { duration } of subRequests) expect(duration).toBeGreaterThanOrEqual(0);
});

test('a cut text holds on to nothing of a huge one', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc…cut');
  expect(cutText('é'.repeat(100_000), 2)).toBe('éé…cut');
});
