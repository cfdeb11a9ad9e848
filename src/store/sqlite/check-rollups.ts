import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { CLIENT_CLASSES } from '../../profile/entry.ts';
import { GroupTally } from '../group-tally.ts';
import { type GroupBy, type GroupFigures, type Groups, groupBins, MAX_GROUPS } from '../groups.ts';
import { groupSealedRows } from './group-rows.ts';
import { addRollup, type Rollup } from './rollup-codec.ts';
import { type RowQuery, SCAN } from './row-query.ts';
import { DIMENSION_COLUMNS, toDimensions } from './rows.ts';

const BY: readonly GroupBy[] = ['client', 'route', 'time'];
const ALL_CLASSES = CLIENT_CLASSES.map(() => true);

/** All rollups fit the bins of a time of at least 3 s, in µs. */
const SHORTEST_FITTING = 3e6;

/** Compares the rollups of a sealed segment with its entries. */
export function checkRollups(db: DatabaseSync): string[] {
  const dimensions = new Map(
    db
      .prepare(`SELECT id, ${DIMENSION_COLUMNS} FROM dimensions`)
      .all()
      .map((row) => [Number(row.id), toDimensions(row)]),
  );
  const main = [...dimensions].filter(([, { kind }]) => kind === 'main').map(([id]) => id);
  const { entries, earliest, latest } = db
    .prepare('SELECT count(*) AS entries, min(time) AS earliest, max(time) AS latest FROM entries')
    .get() as Record<'entries' | 'earliest' | 'latest', number>;
  const range = { from: earliest, to: Math.max(latest, earliest + SHORTEST_FITTING) };
  const everything: RowQuery = {
    source: SCAN,
    dimensions: { ids: main, not: false },
    filter: { sql: 'TRUE', params: [], url: false, agent: false },
    first: 1,
    last: entries,
    toward: 'older',
  };
  return BY.filter((by) => {
    const bins = groupBins(range, [], by);
    const counted = new GroupTally(bins);
    groupSealedRows(
      (sql) => db.prepare(sql),
      everything,
      by,
      (id) => dimensions.get(id),
      counted,
    );
    const [largest, smaller, sum] = ['largest', 'smaller', 'sum'].map((part) => {
      const tally = new GroupTally(bins);
      return addRollups(db, by, part, tally, entries) ? tally : null;
    });
    if (!largest || !smaller || !sum) return true;
    largest.addTally(smaller);
    return !isSame(largest, counted) || !isSameSum(smaller, sum);
  }).map((by) => `the rollup by ${by} differs from its entries`);
}

/** Returns whether the rollups cover all entries. */
function addRollups(
  db: DatabaseSync,
  by: GroupBy,
  part: string,
  tally: GroupTally,
  entries: number,
): boolean {
  const stored = db.prepare(
    `SELECT r.*, a.time AS start, b.time AS end FROM rollups r JOIN entries a ON a.n = r.first JOIN entries b ON b.n = r.last
     WHERE r.grouped = ? AND r.part = ? ORDER BY r.first`,
  );
  let last = 0;
  for (const row of stored.all(by, part)) {
    if (row.first !== last + 1) return false;
    last = Number(row.last);
    const times = { start: Number(row.start), end: Number(row.end), slot: Number(row.slot) };
    addRollup(row as unknown as Rollup, by, times, ALL_CLASSES, tally);
  }
  return last === entries;
}

function isSame(a: GroupTally, b: GroupTally): boolean {
  const groups = [a.groups(MAX_GROUPS, null), b.groups(MAX_GROUPS, null)].map(comparable);
  if (isDeepStrictEqual(groups[0], groups[1])) return true;
  // Of more groups, those that are counted separately may differ.
  return groups.some(({ others }) => others.requests > 0) && isSameSum(a, b);
}

function isSameSum(a: GroupTally, b: GroupTally): boolean {
  return isDeepStrictEqual(comparable(a.groups(0, null)).others, comparable(b.groups(0, null)).others);
}

function comparable({ groups, others }: Groups) {
  return {
    groups: groups.map(({ value, method, isRoute, ...figures }) => [value, method, isRoute, counts(figures)]),
    others: counts(others),
  };
}

/** Without the sums, which are limited in a rollup. */
function counts({ duration: _1, queries: _2, queryTime: _3, ...rest }: GroupFigures) {
  const { values: _4, ...figures } = { values: 0, ...rest };
  return figures;
}
