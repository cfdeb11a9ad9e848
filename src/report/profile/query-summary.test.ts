import { describe, expect, test } from 'vitest';
import type { Profile, Span } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { querySummary } from './query-summary.ts';

const query = (at: number, duration: number | null, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name: 'SELECT ?',
  at,
  duration,
  parent: null,
  ...rest,
});

function summaryOf(spans: readonly Span[], duration = 1000) {
  const { entry, detail } = sampleProfile({ seq: 1, duration });
  const profile: Profile = { entry, detail: detail && { ...detail, spans } };
  return querySummary(profile);
}

describe('the summary of all queries', () => {
  test('counts overlapping queries once', () => {
    const spans = [query(100, 200), query(200, 300), query(250, 10), query(600, 100)];
    expect(summaryOf(spans)).toMatchObject({ count: 4, ran: 500, share: 0.5, overlaps: true });
    expect(summaryOf([query(0, 100), query(100, 100)])).toMatchObject({ ran: 200, overlaps: false });
  });

  test('separates waiting for a connection, which parallel queries do at the same time', () => {
    const spans = [
      query(0, 100),
      query(0, 200, { wait: 100 }),
      query(0, 300, { wait: 200 }),
      query(500, 10, { wait: 20 }),
    ];
    expect(summaryOf(spans)).toMatchObject({ ran: 300, share: 0.3, waited: 210, overlaps: false });
  });

  test('counts an unfinished query until the end of the request', () => {
    expect(summaryOf([query(400, null)])).toMatchObject({ ran: 600, share: 0.6, open: 1 });
  });

  test('takes its share of the request without what ran after the response', () => {
    expect(summaryOf([query(900, 300)])).toMatchObject({ ran: 300, share: 0.1 });
    expect(summaryOf([query(1200, 300), query(1300, null)])).toMatchObject({ ran: 300, share: 0 });
    expect(summaryOf([query(0, 300)], 0).share).toBe(0);
  });

  test('counts failed queries and known calling lines, and leaves out other spans', () => {
    const spans = [
      query(0, 1, { error: 'lost', calledFrom: 'src/a.js:1:2' }),
      query(1, 1),
      query(1, 1, { name: 'SELECT b' }),
      query(2, 1, { kind: 'http', error: 'refused' }),
    ];
    expect(summaryOf(spans)).toMatchObject({ count: 3, failed: 1, located: 2 });
    expect(summaryOf([])).toMatchObject({ count: 0, ran: 0, share: 0 });
  });
});
