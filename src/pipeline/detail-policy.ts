import type { DetailState } from '../profile/entry.ts';
import type { DropLevel } from './budget.ts';

/** Which requests keep their details. Failures always do, unless it is `'none'`. */
export type DetailRule =
  | 'all'
  | 'none'
  | {
      /** Keep details of requests slower than this, in milliseconds. */
      readonly slowerThan: number;
      /** Fraction of the other requests to keep, from 0 to 1. */
      readonly sample: number;
    };

/** The default in production. */
export const PRODUCTION_DETAILS = { slowerThan: 500, sample: 0.1 } as const satisfies DetailRule;

/** Decides whether the detail of a request is kept, and why not. */
export type DetailPolicy = (failed: boolean, millis: number, level: DropLevel) => DetailState;

export function createDetailPolicy(
  rule: DetailRule = 'all',
  random: () => number = Math.random,
): DetailPolicy {
  if (rule === 'none') return () => 'off';
  if (rule === 'all') return (failed, _millis, level) => withinBudget(failed, level);
  const { slowerThan, sample } = rule;
  return (failed, millis, level) =>
    failed || millis > slowerThan || random() < sample ? withinBudget(failed, level) : 'policy';
}

function withinBudget(failed: boolean, level: DropLevel): DetailState {
  return level <= 1 || (level === 2 && failed) ? 'kept' : 'budget';
}
