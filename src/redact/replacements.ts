/** A part of a text and what replaces it. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Applies two lists of replacements, each in the order of the text. Where they overlap, the first one counts for both. */
export function applyReplacements(
  text: string,
  one: readonly Replacement[],
  other: readonly Replacement[] = [],
): string {
  let out = '';
  let copied = 0;
  for (const { from, to, by } of [...one, ...other].sort((a, b) => a.from - b.from)) {
    if (from >= copied) out += text.slice(copied, from) + by;
    copied = Math.max(copied, to);
  }
  return out + text.slice(copied);
}
