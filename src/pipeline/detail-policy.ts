import { GatebookError } from '../errors.ts';
import type { DetailState } from '../profile/entry.ts';
import type { Level } from './budget.ts';

/** Of which requests the details are kept: of all, of none, or of those that failed, were slow, or were drawn by lot. */
export type Details =
  | 'all'
  | 'none'
  | {
      /** Slower than this, in milliseconds. */
      readonly slowerThan?: number;
      /** The part of all others, from 0 to 1. */
      readonly sample?: number;
    };

/** Whether a request's detail is kept, and if not, why not. */
export type DetailPolicy = (failed: boolean, millis: number, level: Level) => DetailState;

export function createDetailPolicy(
  details: Details = 'all',
  random: () => number = Math.random,
): DetailPolicy {
  if (details === 'none') return () => 'off';
  if (details === 'all') return (failed, _millis, level) => withinBudget(failed, level);
  if (typeof details !== 'object' || details === null)
    throw new GatebookError(
      'bad-option',
      `details is ${JSON.stringify(details)}. Write 'all', 'none' or { slowerThan: 500, sample: 0.01 }.`,
    );
  const { slowerThan = Number.POSITIVE_INFINITY, sample = 0 } = details;
  return (failed, millis, level) =>
    failed || millis > slowerThan || random() < sample ? withinBudget(failed, level) : 'policy';
}

function withinBudget(failed: boolean, level: Level): DetailState {
  return level === 0 || (level === 1 && failed) ? 'kept' : 'budget';
}
