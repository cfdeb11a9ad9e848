import type { DatabaseSync } from 'node:sqlite';
import type { ProcessInfo } from '../../profile/entry.ts';
import { type Dimensions, fromDimensionRow, fromProcessRow, toDimensionRow, toProcessRow } from './rows.ts';
import { createSharedIds } from './shared-ids.ts';
import type { Tuning } from './tuning.ts';

/** Never folded: made-up methods must not displace these. */
const STANDARD_METHODS: ReadonlySet<string> = new Set(
  // Of HTTP, then of WebDAV and CalDAV. A list of our own, because node:http takes long to load.
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY ' +
    'PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH ACL BIND REBIND UNBIND MKCALENDAR MKACTIVITY CHECKOUT MERGE'
  ).split(' '),
);

/** A URL still has its host. */
const FOLDED_DIMENSIONS = ['operation', 'host', 'method', 'errorGroup', 'error', 'route'] as const;

export function createDimensionIds(db: DatabaseSync, limits: Tuning['distinct']) {
  return createSharedIds<(typeof FOLDED_DIMENSIONS)[number], Dimensions>(db, {
    table: 'dimensions',
    keyOf: keyOfDimensions,
    toRow: toDimensionRow,
    fromRow: fromDimensionRow,
    folded: FOLDED_DIMENSIONS,
    maxCombinations: limits.combinations,
    maxValues: limits,
    isKept: (field, value) => field === 'method' && STANDARD_METHODS.has(value),
  });
}

function keyOfDimensions(dimensions: Dimensions): string {
  const { status, method, host, route, operation, kind, error, errorGroup, client, detail } = dimensions;
  return `${status}\0${method}\0${host}\0${route}\0${operation}\0${kind}\0${error}\0${errorGroup}\0${client}\0${detail}`;
}

/** An app that restarts often has many. */
export function createProcessIds(db: DatabaseSync, limit: number) {
  return createSharedIds<keyof ProcessInfo, ProcessInfo>(db, {
    table: 'processes',
    keyOf: ({ service, instance, release }) => `${service}\0${instance}\0${release}`,
    toRow: toProcessRow,
    fromRow: fromProcessRow,
    folded: ['instance', 'release', 'service'],
    maxCombinations: limit,
    maxValues: {},
    isKept: () => false,
  });
}
