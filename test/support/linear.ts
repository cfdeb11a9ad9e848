import { expect } from 'vitest';
import { cpuMillis } from './block.ts';

const SMALL = 16_384;
const TIMES = 8;
/** Caches and the collection of garbage cost a large input more; quadratic time would be 64 times as long. */
const MOST = 16;
/** Milliseconds of CPU time, for what is too short to be measured. */
const NOISE = 2;

/** Fails if an input of 128 KB takes more than in proportion to one of 16 KB. No matter how fast the machine is. */
export function expectLinear(run: (size: number) => void, name = ''): void {
  run(SMALL * TIMES);
  const small = bestOfThree(() => run(SMALL));
  const large = bestOfThree(() => run(SMALL * TIMES));
  expect(large, name).toBeLessThan(small * MOST + NOISE);
}

function bestOfThree(run: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = cpuMillis();
      run();
      return cpuMillis() - start;
    }),
  );
}
