import { expect, test } from 'vitest';
import { pairwise, seededRandom } from './pairwise.ts';

test.each([[[3, 4, 5]], [[7, 30, 12, 4, 4]], [[2, 2]]])(
  'has each two values of two dimensions of %j in a row',
  (sizes) => {
    const rows = pairwise(sizes, seededRandom(1));
    for (const [a, sizeA] of sizes.entries())
      for (const [b, sizeB] of sizes.entries()) {
        if (b <= a) continue;
        const found = new Set(rows.map((row) => `${row[a]} ${row[b]}`));
        expect(found.size).toBe(sizeA * sizeB);
      }
    // Far fewer than all combinations.
    const [largest = 0, second = 0] = [...sizes].sort((x, y) => y - x);
    expect(rows.length).toBeLessThan(largest * second * 2);
  },
);
