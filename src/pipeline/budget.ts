/** Limits on what recording may use. */
export interface BudgetLimits {
  /** Average rate of recorded data, in bytes per second. */
  readonly bytesPerSecond: number;
  /** Memory for requests that are not written yet, in bytes. */
  readonly memory: number;
}

/** What is dropped: 0 nothing, 1 bodies, 2 details of successes, 3 all details, 4 also nine out of ten requests. */
export type DropLevel = 0 | 1 | 2 | 3 | 4;

export interface Budget {
  readonly memory: number;
  spend(bytes: number): void;
  level(): DropLevel;
}

export const DEFAULT_BUDGET: BudgetLimits = { bytesPerSecond: 16e6, memory: 32e6 };
/** A burst may use this many seconds' worth of the rate. */
const BURST_SECONDS = 4;

/** A token bucket: the emptier it is, the more is dropped. */
export function createBudget(
  { bytesPerSecond, memory }: BudgetLimits = DEFAULT_BUDGET,
  now: () => number = () => performance.now(),
): Budget {
  const capacity = bytesPerSecond * BURST_SECONDS;
  let left = capacity;
  let refilledAt = now();
  let level: DropLevel = 0;

  function refill(): void {
    const time = now();
    left = Math.min(capacity, left + ((time - refilledAt) / 1000) * bytesPerSecond);
    refilledAt = time;
  }

  function update(): void {
    refill();
    const share = left / capacity;
    level = share > 0.625 ? 0 : share > 0.5 ? 1 : share > 0.25 ? 2 : share > 0 ? 3 : 4;
  }

  return {
    memory,
    spend(bytes) {
      refill();
      // The debt is limited, so that the bucket is full again within a few seconds.
      left = Math.max(-capacity, left - bytes);
      update();
    },
    level() {
      // At level 0 only `spend` can change the level.
      if (level > 0) update();
      return level;
    },
  };
}
