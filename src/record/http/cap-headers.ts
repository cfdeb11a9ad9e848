/** Names and values together. */
const MAX_ITEMS = 400;
const MAX_LENGTH = 65_536;

/** Limits the number and total length of raw headers (names and values in turn). */
export function capHeaders(raw: readonly string[]): readonly string[] {
  let length = 0;
  for (let i = 0; i < raw.length; i++) length += raw[i]?.length ?? 0;
  if (raw.length <= MAX_ITEMS && length <= MAX_LENGTH) return raw;
  const kept: string[] = [];
  let left = MAX_LENGTH;
  for (let i = 0; i + 1 < Math.min(raw.length, MAX_ITEMS) && left > 0; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    kept.push(name.slice(0, left), value.slice(0, left));
    left -= name.length + value.length;
  }
  kept.push('…cut', '');
  return kept;
}
