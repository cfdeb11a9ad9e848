/** How much recording may cost. */
export interface BudgetOptions {
  /** Bytes a second on their way to the book, over a few seconds. */
  readonly bytesPerSecond?: number;
  /** Bytes held in memory while the book can't take them. */
  readonly memory?: number;
}

/** What is left out, in this order: nothing; the details of successes; all details; nine requests of ten. */
export type Level = 0 | 1 | 2 | 3;

export interface Budget {
  readonly memory: number;
  spend(bytes: number): void;
  level(): Level;
}

const BYTES_PER_SECOND = 16e6;
const MEMORY = 32e6;
/** A burst of so many seconds' worth is nobody's worry. */
const SECONDS = 4;

/** A bucket that fills with time: the emptier it is, the less is recorded. */
export function createBudget(
  { bytesPerSecond = BYTES_PER_SECOND, memory = MEMORY }: BudgetOptions = {},
  now: () => number = () => performance.now(),
): Budget {
  const full = bytesPerSecond * SECONDS;
  let left = full;
  let at = now();

  function refill(): void {
    const time = now();
    left = Math.min(full, left + ((time - at) / 1000) * bytesPerSecond);
    at = time;
  }

  let level: Level = 0;

  function measure(): void {
    refill();
    level = left > full / 2 ? 0 : left > full / 4 ? 1 : left > 0 ? 2 : 3;
  }

  return {
    memory,
    spend(bytes) {
      refill();
      // Deeper than empty it need not get: it must fill again in time.
      left = Math.max(-full, left - bytes);
      measure();
    },
    level() {
      // While all is well, only spending changes that.
      if (level > 0) measure();
      return level;
    },
  };
}
