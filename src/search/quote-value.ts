/** Quotes a value of the query text where necessary. */
export function quoteValue(value: string): string {
  if (value !== '' && !/[\s,"]/.test(value) && !value.startsWith('//')) return value;
  let end = value.length;
  // A backslash before the closing quote would escape it, so trailing backslashes go after the quote.
  while (value[end - 1] === '\\') end--;
  return `"${value.slice(0, end).replaceAll('"', '\\"')}"${value.slice(end)}`;
}
