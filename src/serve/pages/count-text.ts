/** Made once: a page writes hundreds of counts, and each of these takes longer to make than to use. */
const GROUPED = new Intl.NumberFormat('en');

/** `13,601` */
export function countText(count: number): string {
  return GROUPED.format(count);
}
