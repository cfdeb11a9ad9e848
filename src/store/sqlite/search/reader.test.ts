import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Seq } from '../../../profile/token.ts';
import type { Term } from '../../../search/criteria.ts';
import { sampleProfile, T0 } from '../../conformance/sample-profile.ts';
import { openReader } from '../book.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { TUNING } from '../tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: 10 }, firstScan: 2, longestScan: 2 };
const slow: Term = { field: 'duration', not: false, any: [{ from: 0, to: 1e9 }] };

/** A book of five closed segments, ten entries each. */
async function closedBook(name: string) {
  const path = join(folder, name);
  const store = await openSqliteStore(path, { create: true, tuning, inThisThread: true });
  for (let n = 0; n < 50; n += 10)
    await store.write({
      id: `b${n}`,
      profiles: Array.from({ length: 10 }, (_, i) =>
        sampleProfile({ seq: n + i, time: T0 + n + i, user: `User-${n}`, tags: n === 20 ? ['Beta'] : [] }),
      ),
    });
  await store.closeSegments();
  return { store, reader: openReader({ path, create: false, tuning }), path };
}

/** Files of this process that were deleted and are still open. */
function deletedButOpen(path: string): string[] {
  return openFiles(path).filter((file) => file.endsWith('(deleted)'));
}

function openFiles(path: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((file) => file.startsWith(path));
}

function searchAll(reader: ReturnType<typeof openReader>, term = slow): number[] {
  const search = reader.search({ terms: [term], limit: 100, cursor: null });
  for (;;) {
    const step = search.next(true);
    if (step.done) return step.value.entries.map(({ seq }) => seq);
  }
}

test.runIf(process.platform === 'linux')('opens only segments that have the user or the tag', async () => {
  const pattern = (text: string) => [{ match: 'whole', parts: text.split('*') } as const];
  const cases: [Term, number, RegExp][] = [
    [{ field: 'user', not: false, any: pattern('user-30') }, 10, /000004\.db$/],
    [{ field: 'tag', not: false, any: pattern('beta') }, 10, /000003\.db$/],
    [{ field: 'tag', not: false, any: pattern('b*') }, 10, /000003\.db$/],
    [{ field: 'user', not: false, any: pattern('somebody') }, 0, /^$/],
  ];
  for (const [i, [term, found, file]] of cases.entries()) {
    const { store, reader, path } = await closedBook(`filters-${i}`);
    expect(searchAll(reader, term)).toHaveLength(found);
    const closed = openFiles(path).filter((name) => /\d\.db$/.test(name));
    expect(closed).toHaveLength(found === 0 ? 0 : 1);
    for (const name of closed) expect(name).toMatch(file);
    reader.close();
    await store.close();
  }
});

test.runIf(process.platform === 'linux')('does not hold the disk space of deleted segments', async () => {
  const { store, reader, path } = await closedBook('space');
  expect(searchAll(reader)).toHaveLength(50);
  await store.retain({ entries: 20 });
  expect(searchAll(reader)).toHaveLength(20);
  expect(deletedButOpen(path)).toEqual([]);
  reader.close();
  await store.close();
});

test('a search goes on when a segment that it reads is deleted', async () => {
  const { store, reader } = await closedBook('deleted');
  const search = reader.search({ terms: [slow], limit: 100, cursor: null });
  search.next(true);
  await store.retain({ entries: 10 });
  // Another search notices that four segments are gone.
  expect(searchAll(reader)).toHaveLength(10);
  let step = search.next(true);
  while (!step.done) step = search.next(true);
  expect(step.value.entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, i) => 49 - i));
  reader.close();
  await store.close();
});

test('users and tags are counted in the newest matches, and the survey says in how many', async () => {
  const { store, path, reader } = await closedBook('labelled');
  reader.close();
  const surveyOf = (labelled: number) => {
    const limited = openReader({ path, create: false, tuning: { ...tuning, labelled } });
    const survey = limited.survey([]);
    let step = survey.next(true);
    while (!step.done) step = survey.next(true);
    limited.close();
    const { facets, matches, labelled: counted } = step.value;
    return { user: facets.user.map(({ value, count }) => `${value} ${count}`), counted, matches };
  };
  const all = ['User-0 10', 'User-10 10', 'User-20 10', 'User-30 10', 'User-40 10'];
  expect(surveyOf(50)).toEqual({ user: all, counted: null, matches: 50 });
  expect(surveyOf(20)).toEqual({ user: all.slice(3), counted: 20, matches: 50 });
  await store.close();
});

test('details are those of the file that is there, also if a live segment was replaced by one of the same name', async () => {
  const paths = ['old', 'new'].map((name) => join(folder, `replaced-${name}`));
  for (const path of paths) {
    const store = await openSqliteStore(path, { create: true, inThisThread: true });
    const { entry, detail } = sampleProfile({ seq: 0 });
    await store.write({ id: 'a', profiles: [{ entry, detail: detail && { ...detail, socketIp: path } }] });
    await store.close();
  }
  const [old = '', other = ''] = paths;
  const reader = openReader({ path: old, create: false });
  const socketIp = () => reader.details([0 as Seq])[0]?.socketIp;
  expect(socketIp()).toBe(old);
  const segments = (path: string) => join(path, 'segments');
  rmSync(segments(old), { recursive: true });
  cpSync(segments(other), segments(old), { recursive: true });
  expect(socketIp()).toBe(other);
  reader.close();
});
