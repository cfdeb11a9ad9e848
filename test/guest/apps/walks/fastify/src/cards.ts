import type { Guest } from './db.ts';

/** Percent. */
export function discountOf(guest: Guest): number {
  return (guest.card as { discount: number }).discount;
}
