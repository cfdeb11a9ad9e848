import { expect } from 'vitest';
import { type BookOnDisk, PATIENCE_MS, type Row, waitUntil } from './book-on-disk.ts';
import { AT_ONCE } from './numbered-app.ts';

/** Throws unless the rows are the newest requests, newest first, each once and without a gap, up to `floor` at least. */
export function expectNewest(rows: readonly Row[], floor: number, last: number): void {
  const numbers = rows.map(({ n }) => n);
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size, 'requests that are in the book twice').toBe(numbers.length);
  const newest = Math.max(...numbers);
  expect(newest, 'the newest request in the book').toBeGreaterThanOrEqual(floor);
  expect(newest).toBeLessThanOrEqual(last);
  // Requests that are sent at once arrive in any order: the oldest ones may have gaps.
  const oldest = Math.min(...numbers) + 2 * AT_ONCE;
  const present = new Set(numbers);
  const expected = Array.from({ length: Math.max(0, floor - oldest + 1) }, (_, i) => oldest + i);
  expect(
    expected.filter((n) => !present.has(n)),
    'requests that are missing between others',
  ).toEqual([]);
}

/** Throws unless a command failed with one plain sentence. */
export function expectOneSentence({
  status,
  stdout,
  stderr,
}: Awaited<ReturnType<BookOnDisk['gatebook']>>): void {
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^gatebook: [A-Z][^\n]{10,400}\.\n$/);
  expect(stderr, 'words of SQLite').not.toMatch(/I\/O error|SQLITE|attempt to write a readonly/);
}

/** Waits until all that was answered is in the book. */
export async function expectAllStored(book: BookOnDisk): Promise<void> {
  const last = book.app.answered();
  let rows: readonly Row[] = [];
  await waitUntil(PATIENCE_MS, async () => {
    rows = await book.rows();
    return rows.some(({ n }) => n === last);
  });
  expectNewest(rows, last, last);
}
