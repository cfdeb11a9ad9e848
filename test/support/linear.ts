import { expect } from 'vitest';
import { cpuMillis } from './block.ts';

const SMALL = 16_384;
const TIMES = 8;
/** Caches and the collection of garbage cost a large input more. In quadratic time it would be eight times as much. */
const MOST = 2.5;
/** CPU time is counted in ticks of some milliseconds. */
const TICKS = 15;
/** The collector and the compiler run in some rounds and not in others: what is quadratic is above the limit in each. */
const ROUNDS = 5;

/** Fails if an input of 128 KB takes more CPU time than in proportion to one of 16 KB. No matter how fast the machine is. */
export function expectLinear(run: (size: number) => void, name = ''): void {
  run(SMALL * TIMES);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= MOST; round++) {
    const small = cpuTime(TIMES, () => run(SMALL));
    const large = cpuTime(1, () => run(SMALL * TIMES));
    least = Math.min(least, (large - TICKS) / Math.max(small, 1));
  }
  expect(least, name).toBeLessThan(MOST);
}

function cpuTime(times: number, run: () => void): number {
  const start = cpuMillis();
  for (let count = 0; count < times; count++) run();
  return cpuMillis() - start;
}
