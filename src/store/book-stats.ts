import type { Micros } from '../profile/time.ts';

/** What a book holds and what it takes up. */
export interface BookStats {
  readonly entries: number;
  readonly details: number;
  readonly oldest: Micros | null;
  readonly newest: Micros | null;
  /** Numbers given out so far; the next lease starts here. */
  readonly nextSeq: number;
  readonly bytes: number;
  /** Tables, columns and indexes, the largest first. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}
