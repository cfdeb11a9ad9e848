import type { Child } from 'hono/jsx';

/** A section of the profile page, with its tab. */
export interface Panel {
  readonly id: string;
  readonly name: string;
  /** The number on the tab; empty for none. */
  readonly count: string;
  /** `null` if there is nothing to show. */
  readonly body: Child | null;
  /** Why there is nothing to show. */
  readonly empty: string;
}

/** `13,601`, or empty for zero. */
export function tabCount(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en');
}
