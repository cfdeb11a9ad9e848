import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { randomText } from '../support/random-text.ts';

export const BATCH = 20;

/** Takes about 80 KB. */
export function largeBatchOf(n: number) {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = n * BATCH + i;
    return sampleProfile({ seq, time: T0 + seq, userAgent: randomText(seq, 8000) });
  });
  return { id: `batch-${n}`, profiles };
}
