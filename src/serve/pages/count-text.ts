/** Creating a formatter is slow, and a page formats hundreds of counts. */
const FORMAT = new Intl.NumberFormat('en');

/** `13,601` */
export function countText(count: number): string {
  return FORMAT.format(count);
}
