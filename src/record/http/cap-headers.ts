/** More names and values than this, or longer ones all together, are nobody's headers. */
const MOST = 400;
const LONGEST = 65_536;

/** Names and values in turn, as they came; of a flood of them only so much as the book may hold. */
export function capHeaders(raw: readonly string[]): readonly string[] {
  let length = 0;
  for (let i = 0; i < raw.length; i++) length += raw[i]?.length ?? 0;
  if (raw.length <= MOST && length <= LONGEST) return raw;
  const kept: string[] = [];
  let left = LONGEST;
  for (let i = 0; i + 1 < Math.min(raw.length, MOST) && left > 0; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    kept.push(name.slice(0, left), value.slice(0, left));
    left -= name.length + value.length;
  }
  kept.push('…cut', '');
  return kept;
}
