/** Creating a formatter is slow, and a page formats hundreds of counts. */
const FORMAT = new Intl.NumberFormat('en');

/** `13,601` */
export function countText(count: number): string {
  return FORMAT.format(count);
}

/**
 * `1 request`, `13,601 requests`
 * @param more `+` if there are more than were counted
 */
export function countOf(count: number, what: string, more: '' | '+' = ''): string {
  return `${countText(count)}${more} ${what}${count === 1 && more === '' ? '' : 's'}`;
}
