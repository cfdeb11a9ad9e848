import { expect, test } from 'vitest';
import { createInflow, type InflowCounts } from './inflow.ts';
import type { Row } from './listing.ts';

const row = (time: number, seq = time): Row => ({ time, seq, parent: null, older: '', html: '' });

function started() {
  let shown: number[] = [];
  let counts: InflowCounts = { fresh: 0, waiting: 0 };
  const inflow = createInflow(
    (rows) => {
      shown = rows.map(({ seq }) => seq);
    },
    (now) => {
      counts = now;
    },
  );
  inflow.renew([row(5), row(3)], 3);
  return { inflow, shown: () => shown, counts: () => counts };
}

test('puts each row in its place and keeps as many as the page lists', () => {
  const { inflow, shown, counts } = started();
  expect(shown()).toEqual([5, 3]);
  inflow.add([row(4)]);
  expect(shown()).toEqual([5, 4, 3]);
  inflow.add([row(1), row(7), row(6)]);
  expect(shown()).toEqual([7, 6, 5]);
  expect(counts()).toEqual({ fresh: 4, waiting: 0 });
});

test('puts a main request above its sub-requests', () => {
  const { inflow, shown } = started();
  inflow.add([row(9, 12), row(9, 11)]);
  expect(shown()).toEqual([11, 12, 5]);
});

test('keeps rows waiting while it is paused, and brings all of them in afterwards', () => {
  const { inflow, shown, counts } = started();
  inflow.pause(true);
  inflow.add([row(6)]);
  inflow.add([row(8), row(7), row(9)]);
  expect(shown()).toEqual([5, 3]);
  expect(counts()).toEqual({ fresh: 0, waiting: 4 });
  inflow.pause(false);
  expect(shown()).toEqual([9, 8, 7]);
  expect(counts()).toEqual({ fresh: 4, waiting: 0 });
});

test('does not even renew the listing under a reader', () => {
  const { inflow, shown } = started();
  inflow.pause(true);
  inflow.renew([row(20), row(19)], 3);
  inflow.add([row(21)]);
  expect(shown()).toEqual([5, 3]);
  inflow.pause(false);
  expect(shown()).toEqual([21, 20, 19]);
});
