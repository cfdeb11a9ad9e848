import type { Profile } from '../profile/profile.ts';
import type { Tokens } from '../profile/token.ts';
import type { Difference } from './difference.ts';

/** In a list, longer names and texts are cut. */
export const MAX_NAME_LENGTH = 120;
export const MAX_TEXT_LENGTH = 200;
export const NOTHING_DIFFERS = 'Nothing differs that can matter.';
export const NOISE_SUMMARY = 'that differ between equal requests too: times, ids, short delays';

/** A difference in one line. Its texts are recorded: escape them before they are shown. */
export interface DifferenceText {
  /** `+` only B has it, or it failed in B; `-` only A has it; `*` they differ. */
  readonly sign: '+' | '-' | '*';
  /** What it is about, such as `query`. */
  readonly subject: string;
  /** Which one; may be empty. */
  readonly name: string;
  /** What happened to it. */
  readonly text: string;
  /** What it was before; may be empty. */
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

/** Without detail nothing differs, so this says that it could not be compared. */
export function missingDetailText(sides: readonly Profile[], { tokenOf }: Tokens): string[] {
  const without = sides.filter(({ detail }) => detail === null).map(({ entry }) => tokenOf(entry.seq));
  if (without.length === 0) return [];
  const verb = without.length === 1 ? 'has' : 'have';
  return [
    `${without.join(' and ')} ${verb} no detail in the book, so headers, queries, logs and notes cannot be compared.`,
  ];
}
