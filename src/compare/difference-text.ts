import type { Difference } from './difference.ts';

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
