import type { Detail } from '../../../src/profile/profile.ts';
import type { Sample } from '../../../src/store/conformance/sample-profile.ts';

/** A profile without a seq. Its parent is an index into the list it is written with. */
export interface ProfileDraft {
  readonly sample: Omit<Sample, 'seq'>;
  readonly detail?: Partial<Detail> | null;
}
