/** Quotes a value of the query text where necessary. */
export function quoteValue(value: string): string {
  if (value !== '' && !/[\s,"]/.test(value) && !value.startsWith('//')) return value;
  let end = value.length;
  // A backslash before the closing quote would escape it, so trailing backslashes go after the quote.
  while (value[end - 1] === '\\') end--;
  return `"${value.slice(0, end).replaceAll('"', '\\"')}"${value.slice(end)}`;
}

/** Escapes a recorded value for use as a pattern, so that its stars match literally. */
export function escapePattern(value: string): string {
  return value.replace(/[\\*]/g, '\\$&');
}

/** Undoes `escapePattern`. Stars that match any text stay. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([\\*])/g, '$1');
}

/** Whether a pattern has a star that matches any text. */
export function hasStar(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}
