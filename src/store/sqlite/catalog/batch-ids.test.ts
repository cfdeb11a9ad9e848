import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMAS } from '../files/schema.ts';
import { addNumbers, hasBatch, keepBatches } from './batch-ids.ts';

const DAY = 24 * 3_600_000;
const NOW = 1_794_000_000_000;

function catalog(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMAS.catalog);
  return db;
}

const rows = (db: DatabaseSync) =>
  Number(db.prepare('SELECT (SELECT count(*) FROM book) + (SELECT count(*) FROM batches) AS n').get()?.n);

test('a writer takes one row, however many batches it writes', () => {
  const db = catalog();
  for (let n = 0; n < 50_000; n += 500)
    keepBatches(
      db,
      Array.from({ length: 500 }, (_, i) => ({ id: `writer-${n + i}`, written: NOW })),
      NOW,
    );
  expect(rows(db)).toBe(1);
  expect(hasBatch(db, 'writer-0')).toBe(true);
  expect(hasBatch(db, 'writer-49999')).toBe(true);
  expect(hasBatch(db, 'writer-50000')).toBe(false);
  expect(hasBatch(db, 'writer-00')).toBe(false);
  expect(hasBatch(db, 'other-0')).toBe(false);
});

test('ranges have exactly the numbers that were added, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(60))), (parts) => {
      const ranges = parts.reduce(addNumbers, [] as ReturnType<typeof addNumbers>);
      const numbers = new Set(parts.flat());
      for (let n = 0; n <= 61; n++)
        expect(ranges.some(([first, last]) => n >= first && n <= last)).toBe(numbers.has(n));
      expect(ranges.every(([first], i) => first > (ranges[i - 1]?.[1] ?? -2) + 1)).toBe(true);
    }),
  );
});

test('what it remembers is bounded', () => {
  const db = catalog();
  const gaps = Array.from({ length: 1000 }, (_, n) => ({ id: `gaps-${n * 2}`, written: NOW }));
  keepBatches(db, gaps, NOW);
  expect(String(db.prepare('SELECT value FROM book').get()?.value).length).toBeLessThan(2000);
  expect(hasBatch(db, 'gaps-1998')).toBe(true);
  const many = Array.from({ length: 21_000 }, (_, n) => ({ id: `w${n}-0`, written: NOW + n }));
  keepBatches(db, many, NOW);
  expect(rows(db)).toBe(20_000);
  expect(hasBatch(db, 'w20999-0')).toBe(true);
  keepBatches(db, [{ id: 'a single one', written: NOW }], NOW + 20 * DAY);
  expect(rows(db)).toBe(0);
});
