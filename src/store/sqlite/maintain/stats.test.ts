import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSampleBook } from '../../../../test/support/sample-book.ts';
import { T0 } from '../../conformance/sample-profile.ts';
import { bookFolder } from '../files/folder.ts';
import { statsOf } from './stats.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
const path = join(temporary, 'book');
beforeAll(() => writeSampleBook(path));
afterAll(() => rmSync(temporary, { recursive: true }));

test('stats report the contents and the size of a book, also by segment and table', () => {
  const { segments, parts, ...stats } = statsOf(path);
  expect(stats).toMatchObject({ entries: 4500, details: 4500, oldest: T0, newest: T0 + 4499, nextSeq: 4500 });
  expect(segments.map(({ id, state, entries, details }) => [id, state, entries, details])).toEqual([
    [1, 'closed', 1000, 1000],
    [2, 'closed', 1000, 1000],
    [3, 'full', 1000, 1000],
    [4, 'full', 1000, 1000],
    [5, 'live', 500, 500],
  ]);
  expect(segments[1]).toMatchObject({ earliest: T0 + 1000, latest: T0 + 1999 });
  expect(segments[4]).toMatchObject({ earliest: T0 + 4000, latest: T0 + 4499 });
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['columns', 'details', 'catalog', 'segments not closed']),
  );
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(Math.abs(total - stats.bytes) / stats.bytes).toBeLessThan(0.2);
});

test('a segment that is damaged is unreadable, and all others are reported', () => {
  writeFileSync(bookFolder(path).closed(1, 0), 'x'.repeat(9000));
  const { segments } = statsOf(path);
  expect(segments.map(({ state }) => state)).toEqual(['unreadable', 'closed', 'full', 'full', 'live']);
});
