import type { Entry } from '../profile/entry.ts';
import type { Detail, Profile } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';

/** A profile on its way to the book: redacted and complete, but for what needs no request thread. */
export interface Draft {
  /** From the lease in hand when the request started; without one, given when the batch is made. */
  seq: Seq | null;
  readonly parent: Draft | null;
  readonly entry: Omit<Entry, 'seq' | 'parent' | 'client'>;
  readonly detail: Detail | null;
}

export function toProfile(
  { seq, parent, entry, detail }: Draft & { seq: Seq },
  client: Entry['client'],
): Profile {
  return { entry: { ...entry, seq, parent: parent?.seq ?? null, client }, detail };
}
