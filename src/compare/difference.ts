import { countOf, countText } from '../format/count-text.ts';
import type { Profile } from '../profile/profile.ts';
import type { Tokens } from '../profile/token.ts';

export type Subject =
  | 'call'
  | 'query'
  | 'span'
  | 'header'
  | 'cookie'
  | 'parameter'
  | 'body field'
  | 'user'
  | 'release'
  | 'service'
  | 'environment'
  | 'operation'
  | 'method'
  | 'route'
  | 'host'
  | 'URL'
  | 'client'
  | 'kind'
  | 'time'
  | 'status'
  | 'exception'
  | 'process'
  | 'log'
  | 'note'
  | 'tag'
  | 'response header'
  | 'response'
  | 'body';

/** A value of two profiles, A and B. */
export interface Difference {
  readonly subject: Subject;
  /** Recorded text, such as the name of a header or a statement; empty if the subject says it all. */
  readonly name: string;
  /** `null` if the profile does not have it. */
  readonly a: string | null;
  readonly b: string | null;
  /** What happened, in words, such as `not called`; by default made of `a` and `b`. */
  readonly outcome?: string;
  /** How much it matters. `NOISE` if equal requests differ in it too, `EQUAL` if both have the same value. */
  readonly weight: number;
}

export const NOISE = 0;
export const EQUAL = -1;

/** Causes weigh more than effects: failures, what was sent, what was not called and delays come before status and exception. */
export const WEIGHTS = {
  sharedRelease: 110,
  failed: 100,
  sentDifferently: 92,
  inputMissing: 90,
  notReached: 85,
  release: 82,
  slower: 78,
  inputChanged: 75,
  operation: 72,
  user: 70,
  repeated: 67,
  inputNew: 66,
  reachedNew: 65,
  slowerPhase: 60,
  fieldChanged: 50,
  service: 45,
  loudLog: 40,
  tag: 30,
  consequence: 28,
  client: 22,
  status: 20,
  exception: 15,
  quietLog: 12,
  seenBefore: 10,
  response: 6,
} as const;

/** `once`, `13,601 times`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : `${countText(count)} times`;
}

/** Compares two values. `weight` applies if they differ. */
export function valuePair(
  subject: Subject,
  name: string,
  a: string | null,
  b: string | null,
  weight: number,
): Difference {
  return { subject, name, a, b, weight: a === b ? EQUAL : weight };
}

/** In a list, longer names and texts are cut. */
export const MAX_NAME_LENGTH = 120;
export const MAX_TEXT_LENGTH = 200;
export const NOTHING_DIFFERS = 'Nothing differs that can matter.';
/** `10 normal variations`: equal requests differ in these too, such as times, ids and short delays. */
export function noiseText(count: number): string {
  return countOf(count, 'normal variation');
}

/** A difference in one line. Its texts are recorded: escape them before they are shown. */
export interface DifferenceText {
  /** `+` only B has it, or it failed in B; `-` only A has it; `*` they differ. */
  readonly sign: '+' | '-' | '*';
  readonly subject: string;
  readonly name: string;
  readonly text: string;
  readonly was: string;
}

/** `+ call GET https://card-api/ failed: timeout (was 200, 82 ms)`, `* user ana → bob`. */
export function differenceText({ subject, name, a, b, outcome }: Difference): DifferenceText {
  const words = { subject, name };
  if (outcome !== undefined) {
    const sign = b === null ? '-' : a === null || outcome.startsWith('failed') ? '+' : '*';
    return { ...words, sign, text: outcome, was: b === null || a === null ? '' : a };
  }
  if (b === null) return { ...words, sign: '-', text: 'missing', was: a === 'withheld' ? '' : (a ?? '') };
  if (a === null) return { ...words, sign: '+', text: b === 'withheld' ? 'new' : b, was: '' };
  return { ...words, sign: '*', text: `${a} → ${b}`, was: '' };
}

/** A warning if details are missing: "nothing differs" would be misleading. */
export function missingDetailText(sides: readonly Profile[], { tokenOf }: Tokens): string[] {
  const without = sides.filter(({ detail }) => detail === null).map(({ entry }) => tokenOf(entry.seq));
  if (without.length === 0) return [];
  const verb = without.length === 1 ? 'has' : 'have';
  return [
    `${without.join(' and ')} ${verb} no detail in the book, so headers, queries, logs and notes cannot be compared.`,
  ];
}
