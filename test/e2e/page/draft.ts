import type { Detail } from '../../../src/profile/profile.ts';
import type { Sample } from '../../../src/store/sample-profile.ts';

/** A profile that the book has yet to number; its parent is named by its place in the list it is written with. */
export interface Draft {
  readonly sample: Omit<Sample, 'seq'>;
  readonly seen?: Partial<Detail> | null;
}
