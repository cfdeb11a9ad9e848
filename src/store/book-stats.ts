import type { Micros } from '../profile/time.ts';

/** What a book contains and how much space it uses. */
export interface BookStats {
  readonly entries: number;
  readonly details: number;
  readonly oldest: Micros | null;
  readonly newest: Micros | null;
  /** The first seq that was never leased. */
  readonly nextSeq: number;
  readonly bytes: number;
  /** Tables, columns and indexes, largest first. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}
