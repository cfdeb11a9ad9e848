import { sampleProfile } from '../../../src/store/conformance/sample-profile.ts';
import type { Batch } from '../../../src/store/store.ts';
import { randomText } from '../../support/random-text.ts';

/** What happened in histories, so that a test can tell whether they were of any use. */
export interface Tally {
  batches: number;
  onFullDisk: number;
  refused: number;
  deleted: number;
  kills: number;
}

/** A batch of rows with numbers, which their URLs have too. */
export interface NumberedBatch extends Batch {
  readonly numbers: readonly number[];
}

export function numberedBatch(
  id: string,
  rows: readonly { n: number; seq: number; time: number }[],
  isLarge: boolean,
): NumberedBatch {
  const profiles = rows.map(({ n, seq, time }) =>
    sampleProfile({ seq, time, url: `https://h/${n}/${isLarge ? randomText(n, 6000) : ''}` }),
  );
  return { id, profiles, numbers: rows.map(({ n }) => n) };
}
