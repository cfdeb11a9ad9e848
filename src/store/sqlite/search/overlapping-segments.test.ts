import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '../../../profile/entry.ts';
import type { Term } from '../../../search/criteria.ts';
import { matches } from '../../../search/matches.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { sampleProfile, T0 } from '../../conformance/sample-profile.ts';
import { countedRange } from '../../count-entries.ts';
import { groupNameOf } from '../../group-name.ts';
import { GroupTally } from '../../group-tally.ts';
import { type GroupBy, groupCounting, groupedTerms } from '../../groups.ts';
import { slowestOf } from '../../slowest.ts';
import { createTally } from '../../survey.ts';
import { openReader } from '../book.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { TUNING } from '../tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PER_SEGMENT = 40;
const SEGMENTS = 8;
/** A scan may be longer than a segment, and there is memory for some of the segments, as in any book. */
const tuning = {
  ...TUNING,
  segment: { ...TUNING.segment, entries: PER_SEGMENT },
  smallestSegment: TUNING.segment.bytes,
  longestScan: 2 * PER_SEGMENT,
  closedMemory: 10_000,
};

interface Shape {
  readonly name: string;
  /** How long before its end the request of this number arrived, in steps of one request. */
  age(n: number): number;
  /** Partial results with different `searchedTo`, at least. */
  readonly stops: number;
  /** Steps from the deadline to the result, at most. */
  readonly late: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'neighbours', age: (n) => (n % 5 === 0 ? 7 : 0), stops: SEGMENTS - 2, late: 4 },
  {
    name: 'requests that last as long as the book',
    age: (n) => (n % PER_SEGMENT === 17 ? n : n % 3),
    stops: SEGMENTS - 2,
    late: 2 * SEGMENTS,
  },
  {
    name: 'requests of any length',
    age: (n) => (n * 7919) % (n + 1),
    stops: SEGMENTS - 2,
    late: 2 * SEGMENTS,
  },
  {
    name: 'all at the same time',
    age: (n) => n - (n % PER_SEGMENT),
    stops: 4,
    late: 2 * SEGMENTS,
  },
];

const TERMS: readonly (readonly Term[])[] = [
  [],
  [{ field: 'url', not: false, any: [{ match: 'contains', parts: ['/3'] }] }],
  [{ field: 'status', not: false, any: [{ from: 400, to: 499 }] }],
  [{ field: 'time', not: false, any: [{ from: T0 + 95_500, to: T0 + 231_000 }] }],
];

describe.each(SHAPES)('segments that overlap: $name', ({ name, age, stops, late }) => {
  const entries: Entry[] = [];
  let reader: ReturnType<typeof openReader>;

  beforeAll(async () => {
    const path = join(folder, name);
    const store = await openSqliteStore(path, { create: true, tuning, inThisThread: true });
    for (let n = 0; n < SEGMENTS * PER_SEGMENT; n += PER_SEGMENT) {
      const profiles = Array.from({ length: PER_SEGMENT }, (_, i) => profileOf(n + i, age(n + i)));
      entries.push(...profiles.map(({ entry }) => entry));
      await store.write({ id: `b${n}`, profiles });
    }
    await store.closeSegments();
    await store.close();
    reader = openReader({ path, create: false, tuning });
  });
  afterAll(() => reader.close());

  test('a survey that stops at its deadline is exact from searchedTo on', () => {
    for (const terms of TERMS) {
      const range = countedRange(entries, terms) ?? { from: 0, to: 0 };
      expectExact(
        terms,
        () => reader.survey(terms),
        (from) => {
          const tally = createTally(range.from, range.to, terms);
          for (const entry of found(terms, from)) tally.addEntry(entry);
          return tally.survey(null);
        },
      );
    }
  });

  test.each(['client', 'user', 'route', 'error', 'time'] as const)(
    'groups by %s that stop are exact',
    (by) => {
      for (const terms of TERMS)
        expectExact(
          terms,
          () => reader.groups(terms, by, 5),
          (from) => groupsOf(terms, by, from),
        );
    },
  );

  test('the slowest that stop are exact', () => {
    for (const terms of TERMS)
      expectExact(
        terms,
        () => reader.slowest(terms, 7),
        (from) => ({
          entries: slowestOf(found(terms, from), 7),
        }),
      );
  });

  function found(terms: readonly Term[], from: number): Entry[] {
    return entries.filter((entry) => entry.time >= from && matches(entry, terms, () => null));
  }

  function groupsOf(terms: readonly Term[], by: GroupBy, from: number) {
    const tally = new GroupTally(
      groupCounting(countedRange(entries, terms) ?? { from: 0, to: 0 }, terms, by),
    );
    for (const entry of found(groupedTerms(terms, by), from))
      tally.addRequest(by === 'time' ? tally.nameOfTime(entry.time) : groupNameOf(entry, by), entry);
    return tally.groups(5, null);
  }

  /** Stops after ever more steps. */
  function expectExact<T extends { searchedTo: number | null }>(
    terms: readonly Term[],
    search: () => Sliced<T>,
    expected: (from: number) => object,
  ): void {
    const reached = new Set<number>();
    for (let steps = 1; ; steps += Math.ceil(steps / 8)) {
      const { value, after } = stopAfter(search(), steps);
      expect(value).toEqual({ ...expected(value.searchedTo ?? 0), searchedTo: value.searchedTo });
      expect(after).toBeLessThanOrEqual(late);
      if (value.searchedTo === null) break;
      reached.add(value.searchedTo);
    }
    if (terms.length === 0) expect(reached.size).toBeGreaterThanOrEqual(stops);
  }
});

/** The result of a search whose deadline passes after this many steps, and how many steps it took after that. */
function stopAfter<T>(search: Sliced<T>, steps: number): { value: T; after: number } {
  for (let n = 0; ; n++) {
    const step = search.next(n < steps);
    if (step.done) return { value: step.value, after: Math.max(0, n - steps) };
  }
}

function profileOf(n: number, age: number) {
  return sampleProfile({
    seq: n,
    time: T0 + (n - age) * 1000,
    duration: 1 + age * 1000 + (n % 11),
    status: n % 9 === 0 ? 404 : 200,
    url: `https://h/${n % 50}`,
    route: n % 2 === 0 ? `/r${n % 7}` : '',
    ip: `203.0.113.${n % 13}`,
    user: `u${n % 6}`,
    error: n % 5 === 0 ? 'Error' : '',
    errorGroup: n % 5 === 0 ? `Error: ${n % 3}` : '',
    kind: n % 17 === 0 ? 'error' : 'main',
  });
}
