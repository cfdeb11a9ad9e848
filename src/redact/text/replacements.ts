/** A part of a text and what replaces it. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Applies two lists of replacements, each in the order of the text. Where they overlap, the first one counts for both. */
export function applyReplacements<Kind extends Replacement>(
  text: string,
  one: readonly Kind[],
  other: readonly Kind[] = [],
  onReplaced?: (replacement: Kind) => void,
): string {
  let out = '';
  let copied = 0;
  let at = 0;
  let otherAt = 0;
  while (at < one.length || otherAt < other.length) {
    const left = one[at];
    const right = other[otherAt];
    const isLeft = left !== undefined && (right === undefined || left.from <= right.from);
    const next = isLeft ? left : right;
    if (isLeft) at++;
    else otherAt++;
    if (next === undefined || next.to <= copied) continue;
    if (next.from >= copied) {
      out += text.slice(copied, next.from) + next.by;
      onReplaced?.(next);
    }
    copied = next.to;
  }
  return out + text.slice(copied);
}
