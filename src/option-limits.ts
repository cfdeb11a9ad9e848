import { badOption } from './errors.ts';
import { checkObject, invalidOption, toBytes, toCount, toFraction, toMillis } from './option-checks.ts';
import { type BudgetLimits, DEFAULT_BUDGET } from './pipeline/budget.ts';
import { type DetailRule, PRODUCTION_DETAILS } from './pipeline/detail-policy.ts';
import type { Retention } from './store/store.ts';

/** Milliseconds, or a string with a unit: `'500ms'`, `'30s'`, `'5m'`, `'12h'`, `'30d'`, `'2w'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd' | 'w'}`;

/** Bytes, or a string with a unit: `'512kB'`, `'16MB'`, `'2GB'`, `'1GiB'`. */
export type Size = number | `${number}${'B' | 'kB' | 'MB' | 'GB' | 'TB' | 'KiB' | 'MiB' | 'GiB' | 'TiB'}`;

export interface KeepOptions {
  /** How old a profile may become. At least a minute. */
  readonly age?: Duration;
  /** The number of profiles. */
  readonly entries?: number;
  /** The size of the whole book, with details and indexes. */
  readonly bytes?: Size;
}

export interface DetailOptions {
  /** Keep details of requests slower than this. */
  readonly slowerThan?: Duration;
  /** The fraction of other requests whose details are kept, from 0 to 1. */
  readonly sample?: number;
}

export interface BudgetOptions {
  /** Average rate of recorded data. */
  readonly bytesPerSecond?: Size;
  /** Memory for requests that are not written yet. */
  readonly memory?: Size;
}

const MIN_AGE_MS = 60_000;
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;
/** A server is shared, so its size is for its operator to limit. */
export const DEFAULT_KEEP = {
  memory: { entries: 10_000 },
  sqlite: { age: THIRTY_DAYS_MS, bytes: 2e9 },
  chdb: { age: THIRTY_DAYS_MS, bytes: 2e9 },
  clickhouse: { age: THIRTY_DAYS_MS },
  custom: { age: THIRTY_DAYS_MS },
} as const satisfies Record<string, Retention>;

export function resolveKeep(keep: KeepOptions): Retention {
  checkObject('keep', keep, ['age', 'entries', 'bytes']);
  const age = keep.age === undefined ? undefined : toMillis('keep.age', keep.age, '30d');
  if (age !== undefined && age < MIN_AGE_MS)
    throw badOption(
      `Invalid option keep.age: ${JSON.stringify(keep.age)} is less than a minute. A number is in milliseconds; write '30d' for 30 days.`,
    );
  return {
    ...(age !== undefined && { age }),
    ...(keep.entries !== undefined && { entries: toCount('keep.entries', keep.entries) }),
    ...(keep.bytes !== undefined && { bytes: toBytes('keep.bytes', keep.bytes, '2GB') }),
  };
}

export function resolveDetails(details: 'all' | 'none' | DetailOptions | undefined): DetailRule {
  if (details === undefined) return process.env.NODE_ENV === 'production' ? PRODUCTION_DETAILS : 'all';
  if (details === 'all' || details === 'none') return details;
  if (typeof details !== 'object')
    throw invalidOption('details', "'all', 'none' or { slowerThan: '500ms', sample: 0.01 }", details);
  checkObject('details', details, ['slowerThan', 'sample']);
  const { slowerThan, sample } = details;
  return {
    slowerThan:
      slowerThan === undefined
        ? Number.POSITIVE_INFINITY
        : toMillis('details.slowerThan', slowerThan, '500ms'),
    sample: sample === undefined ? 0 : toFraction('details.sample', sample),
  };
}

export function resolveBudget(budget: BudgetOptions = {}): BudgetLimits {
  checkObject('budget', budget, ['bytesPerSecond', 'memory']);
  const { bytesPerSecond, memory } = budget;
  return {
    bytesPerSecond:
      bytesPerSecond === undefined
        ? DEFAULT_BUDGET.bytesPerSecond
        : toBytes('budget.bytesPerSecond', bytesPerSecond, '16MB'),
    memory: memory === undefined ? DEFAULT_BUDGET.memory : toBytes('budget.memory', memory, '32MB'),
  };
}
