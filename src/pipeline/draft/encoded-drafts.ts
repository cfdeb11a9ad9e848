import type { Activity, Exception } from '../../profile/profile.ts';
import type { Stage } from './draft.ts';

// The types of the entry points lead here: before TypeScript 5.7, a Uint8Array has no type parameter.

/**
 * Drafts on their way to the writer thread, in memory that both threads share: all texts joined, and a list of numbers that
 * includes the lengths of the texts. Joining only copies the texts, whereas JSON has to look at each character.
 */
export interface EncodedDrafts {
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  /** The bodies of all drafts, joined. */
  readonly bodies: Uint8Array;
  /** The number of bytes of each text. It belongs to several drafts. Negative if it has two bytes per character. */
  readonly texts: readonly number[];
  /** How many seqs the drafts and their stages need, besides those they have. */
  readonly missingSeqs: number;
}

/** What few requests have. It is encoded as JSON. */
export interface Extras {
  readonly stages?: readonly Stage[];
  readonly exception?: Exception | null | undefined;
  readonly items?: Items | undefined;
}
export type Items = Pick<Activity, 'logs' | 'spans' | 'notes' | 'omitted' | 'held' | 'waitedFor' | 'endedBy'>;

/** A number that is missing. All others are at least 0. */
export const NONE = -1;
export const [SECURE, HAS_HOST, HAS_DETAIL, HAS_ACTIVITY, IS_JOB] = [1, 2, 4, 8, 16] as const;
export const [HAS_REQUEST_BODY, HAS_RESPONSE_BODY] = [32, 64] as const;
