// Every command on disks without room, and what an app does there. CI tries some of the cells; npm run faults:store tries all, and writes
// the table in docs/reliability.md.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceTable } from '../support/docs-table.ts';
import { gatebookWith } from '../support/run-cli-later.ts';
import {
  type AppState,
  type BookOnDisk,
  bookOnFullDisk,
  PATIENCE_MS,
  STATES,
  waitUntil,
} from './disk/book-on-disk.ts';
import { expectNewest } from './disk/expect-rows.ts';
import { startNumberedApp } from './disk/numbered-app.ts';
import { READING } from './disk/reading.ts';
import { DISKS, type DiskKind } from './disk/small-disks.ts';
import { WRITING } from './disk/writing.ts';

const isFull = process.env.DISK_MATRIX === 'full';
/** What CI tries: these disks and states of the app, with all commands that read and these that delete. */
const IN_CI: Readonly<Record<string, readonly string[]>> = {
  'tmpfs, 8 MB, running': ['prune --bytes'],
  'ext4, 16 MB, killed': ['prune --entries'],
  'no inodes, closed': [],
};
const LAST_ROW = 'every request answered';
const timeout = 120_000;
const root = mkdtempSync(join(tmpdir(), 'gatebook-disks-'));
const results = new Map<string, Map<string, string[]>>();

const mountable = new Map(DISKS.map((kind) => [kind, reasonAgainst(kind)]));
for (const [kind, reason] of mountable)
  if (reason !== null)
    console.log(`The disk "${kind.name}" is not tried, because it can't be mounted: ${reason}`);

afterAll(() => {
  rmSync(root, { recursive: true });
  // Not after a run of some cells.
  const hasAll = results.get(LAST_ROW)?.size === tried.length;
  if (isFull && hasAll) writeTable();
});

/** Why a disk can't be mounted here, `null` if it can. */
function reasonAgainst(kind: DiskKind): string | null {
  try {
    kind.mount(join(root, 'try')).unmount();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Notes the result of a cell of the table. */
async function cell(
  row: string,
  { name }: DiskKind,
  state: AppState,
  check: () => Promise<void>,
): Promise<void> {
  const byDisk = results.get(row) ?? new Map<string, string[]>();
  results.set(row, byDisk);
  const failed = byDisk.get(name) ?? [];
  byDisk.set(name, failed);
  try {
    await check();
  } catch (error) {
    failed.push(state);
    // A run of all cells takes a while.
    if (isFull) console.log(`${name}, ${state}: ${row}: ${error instanceof Error ? error.message : error}`);
    throw error;
  }
}

const tried = DISKS.filter((kind) => mountable.get(kind) === null);
test.skipIf(tried.length === 0)('a small disk can be mounted', () => {});

for (const kind of tried)
  for (const state of STATES) {
    const inCi = IN_CI[`${kind.name}, ${state}`];
    if (isFull || inCi) describe(`${kind.name}, the app ${state}`, () => cells(kind, state, inCi ?? []));
  }

function cells(kind: DiskKind, state: AppState, inCi: readonly string[]): void {
  let book: BookOnDisk;
  beforeAll(async () => {
    book = await bookOnFullDisk(root, kind, state);
  }, timeout);
  afterAll(() => book?.end());

  test('the newest requests are kept', { timeout }, () =>
    cell('newest requests kept', kind, state, async () => {
      const floor = book.floor();
      const rows = await book.rows();
      expectNewest(rows, floor, book.app.answered());
      expect(rows.length).toBeGreaterThan(book.before / 4);
    }),
  );
  test.each(Object.entries(READING))('%s answers', { timeout }, (name, check) =>
    cell(name, kind, state, () => check(book)),
  );
  test.each(Object.entries(WRITING).filter(([name]) => isFull || inCi.includes(name)))(
    kind.isReadOnly ? '%s is refused' : '%s deletes the oldest, and no more than it must',
    { timeout },
    (name, check) =>
      cell(name, kind, state, async () => {
        await book.again();
        await check(book);
      }),
  );
  test('the app has answered every request', { timeout }, () =>
    cell(LAST_ROW, kind, state, async () => {
      expect(book.app.failures()).toEqual([]);
      expect(book.app.output()).not.toMatch(/^ +at /m);
    }),
  );
}

test.each(tried.slice(0, isFull ? undefined : 1))(
  '$name: an app that starts without room records everything within 5 s of space',
  { timeout },
  (kind) =>
    cell('recording within 5 s of space', kind, 'running', async () => {
      const disk = kind.mount(join(root, 'start'));
      const path = join(disk.folder, 'book');
      mkdirSync(path);
      disk.fill(false);
      const app = await startNumberedApp({ path, env: disk.env });
      try {
        await app.send(300);
        await waitUntil(PATIENCE_MS, async () => (await app.counters()).held > 0);
        expect(app.failures()).toEqual([]);
        disk.free();
        await waitUntil(PATIENCE_MS, async () => (await app.counters()).held === 0);
        expect(await app.counters()).toEqual({ recorded: 300, stored: 300, dropped: 0, held: 0 });
        const { stdout } = await gatebookWith(disk.env, root, 'export', '--storage', `sqlite:${path}`);
        expect(stdout.split('\n').slice(0, -1)).toHaveLength(300);
      } finally {
        await app.kill();
        disk.unmount();
      }
    }),
);

function writeTable(): void {
  const rows = [...results].map(([row, byDisk]) => [
    row,
    ...DISKS.map(({ name, isReadOnly }) => {
      const failed = byDisk.get(name);
      if (failed === undefined) return 'not tried';
      if (failed.length > 0) return `fails: ${failed.join(', ')}`;
      return isReadOnly && row in WRITING ? 'refused' : 'yes';
    }),
  ]);
  replaceTable(
    'reliability.md',
    'npm run faults:store',
    ['what', ...DISKS.map(({ name }) => name)],
    () => rows,
  );
}
