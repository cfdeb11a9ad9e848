import { describe, expect, test } from 'vitest';
import type { Detail, Profile, Span } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { timelineRows, waterfallTime } from './timeline-rows.ts';

const span = (at: number, name: string, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at,
  duration: 10,
  parent: null,
  ...rest,
});

function profileWith(seen: Partial<Detail>, duration = 1000): Profile {
  const { entry, detail } = sampleProfile({ seq: 1, duration });
  return { entry, detail: detail && { ...detail, ...seen } };
}

describe('the rows of a timeline', () => {
  test('are the phases in order, and in each the spans that started in it', () => {
    const phases = { handler: 100, headers: 700, finished: 1000 };
    const spans = [
      span(200, 'SELECT ?', { calledFrom: 'cart.ts:7', rows: 3 }),
      span(210, 'SELECT ?', { rows: 1 }),
      span(50, 'session'),
      span(300, 'late', { parent: 2 }),
      span(2000, 'after'),
    ];
    const { rows, end } = timelineRows(profileWith({ phases, spans }));
    expect(end).toBe(2010);
    expect(rows.map(({ name, depth, total }) => [name, depth, total])).toEqual([
      ['Middleware', 0, 100],
      ['session', 1, 10],
      ['late', 2, 10],
      ['Handler', 0, 600],
      ['SELECT ?', 1, 20],
      ['Response', 0, 300],
      ['after', 1, 10],
    ]);
    expect(rows[4]).toMatchObject({ calledFrom: 'cart.ts:7', rows: 4 });
  });

  test('omit a phase that was not recorded', () => {
    const { rows } = timelineRows(profileWith({ phases: { finished: 1000 } }));
    expect(rows.map(({ name, total }) => [name, total])).toEqual([['Request', 1000]]);
  });

  test('show a loop as one row below its parent span', () => {
    const loop = Array.from({ length: 12 }, (_, i) => span(20 * i, 'SELECT ?', { parent: 0 }));
    const spans = [span(0, 'load', { kind: 'app', duration: 300 }), ...loop, span(400, 'SELECT ?')];
    const { rows } = timelineRows(profileWith({ spans }));
    expect(rows.map(({ name, bars, depth }) => [name, bars.length, depth])).toEqual([
      ['load', 1, 0],
      ['SELECT ?', 12, 1],
      ['SELECT ?', 1, 0],
    ]);
  });

  test('say which response an outgoing request failed with', () => {
    const outgoing = (rest: Partial<Span>) => {
      const { rows } = timelineRows(profileWith({ spans: [span(0, 'GET /', { kind: 'http', ...rest })] }));
      return rows.map(waterfallTime);
    };
    expect(outgoing({ status: 404 })).toEqual(['10 µs, 404']);
    expect(outgoing({ status: 504, error: 'timeout' })).toEqual(['10 µs, failed']);
    expect(outgoing({ status: 304 })).toEqual(['10 µs']);
  });

  test('are limited to the longest spans and their ancestors', () => {
    const spans = [span(0, 'outer', { kind: 'app', duration: 1 })];
    for (let i = 1; i < 500; i++)
      spans.push(span(i, `query ${i}`, { duration: i, parent: i === 499 ? 0 : null }));
    const { rows, hidden } = timelineRows(profileWith({ spans }));
    expect(rows.length).toBeLessThanOrEqual(61);
    expect(rows.length + hidden).toBe(500);
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['outer', 'query 499']);
  });

  test('end with the request for an unfinished span, and extend the axis for a late one', () => {
    const spans = [span(100, 'open', { duration: null }), span(900, 'late', { duration: 500 })];
    const { rows, end } = timelineRows(profileWith({ spans }));
    expect(end).toBe(1400);
    expect(rows[0]?.bars[0]).toMatchObject({ from: 100, to: 1000, open: true });
  });

  test('show when a query had a connection', () => {
    const spans = [
      span(100, 'waited', { wait: 4 }),
      span(200, 'at once'),
      span(300, 'wrong', { wait: 50 }),
      span(990, 'open', { wait: 50, duration: null }),
    ];
    const { rows } = timelineRows(profileWith({ spans }));
    expect(rows.map(({ bars, total }) => [bars[0]?.sent, total])).toEqual([
      [104, 10],
      [200, 10],
      [310, 10],
      [1000, 10],
    ]);
  });

  test('tolerate a parent that is missing, later, or the span itself', () => {
    const spans = [span(0, 'a', { parent: 0 }), span(1, 'b', { parent: 2 }), span(2, 'c', { parent: 99 })];
    expect(timelineRows(profileWith({ spans })).rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});
