import { expect, test } from 'vitest';
import { createRowBuffer, type RowCounts } from './row-buffer.ts';
import type { Row } from './rows.ts';

const row = (time: number, seq = time): Row => ({
  time,
  seq,
  parent: null,
  isCounted: true,
  older: '',
  html: '',
});

function startBuffer() {
  let shown: number[] = [];
  let counts: RowCounts = { added: 0, waiting: 0 };
  const buffer = createRowBuffer(
    (rows) => {
      shown = rows.map(({ seq }) => seq);
    },
    (newCounts) => {
      counts = newCounts;
    },
  );
  buffer.replace([row(5), row(3)], 3);
  return { buffer, shown: () => shown, counts: () => counts };
}

test('sorts new rows in and keeps the limit', () => {
  const { buffer, shown, counts } = startBuffer();
  expect(shown()).toEqual([5, 3]);
  buffer.add([row(4)]);
  expect(shown()).toEqual([5, 4, 3]);
  buffer.add([row(1), row(7), row(6)]);
  expect(shown()).toEqual([7, 6, 5]);
  expect(counts()).toEqual({ added: 4, waiting: 0 });
});

test('shows error stages, but does not count them as new', () => {
  const { buffer, shown, counts } = startBuffer();
  const stage = { ...row(9, 12), parent: 11, isCounted: false };
  buffer.add([row(9, 11), stage]);
  expect(shown()).toEqual([11, 12, 5]);
  expect(counts()).toEqual({ added: 1, waiting: 0 });
  buffer.add([{ ...row(10, 14), parent: 13, isCounted: false }]);
  expect(shown()).toEqual([14, 11, 12]);
  expect(counts()).toEqual({ added: 1, waiting: 0 });
});

test('lists a main request above its sub-requests', () => {
  const { buffer, shown } = startBuffer();
  buffer.add([row(9, 12), row(9, 11)]);
  expect(shown()).toEqual([11, 12, 5]);
});

test('holds rows back while it is paused, and shows all of them afterwards', () => {
  const { buffer, shown, counts } = startBuffer();
  buffer.pause(true);
  buffer.add([row(6)]);
  buffer.add([row(8), row(7), row(9)]);
  expect(shown()).toEqual([5, 3]);
  expect(counts()).toEqual({ added: 0, waiting: 4 });
  buffer.pause(false);
  expect(shown()).toEqual([9, 8, 7]);
  expect(counts()).toEqual({ added: 4, waiting: 0 });
});

test('does not replace the rows while it is paused', () => {
  const { buffer, shown } = startBuffer();
  buffer.pause(true);
  buffer.replace([row(20), row(19)], 3);
  buffer.add([row(21)]);
  expect(shown()).toEqual([5, 3]);
  buffer.pause(false);
  expect(shown()).toEqual([21, 20, 19]);
});
