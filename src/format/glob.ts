/** Splits a pattern at its stars into literal parts. `\*` is a literal star, `\\` a literal backslash. */
export function parseGlob(pattern: string): string[] {
  const parts = [''];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] ?? '';
    const next = pattern[i + 1];
    if (char === '*') parts.push('');
    else if (char === '\\' && (next === '*' || next === '\\')) {
      parts[parts.length - 1] += next;
      i++;
    } else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Whether the parts match the whole text, with any characters between them. Never backtracks. */
export function matchesGlob(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const lastIndex = parts.length - 1;
  if (lastIndex <= 0) return text === first;
  const last = parts[lastIndex] ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  // Taking the first match of each part leaves the most text for the parts after it.
  let at = first.length;
  for (let i = 1; i < lastIndex; i++) {
    const part = parts[i] ?? '';
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
