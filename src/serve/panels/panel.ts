import type { Child } from 'hono/jsx';

/** A section of the profile page, with its link in the rail. */
export interface Panel {
  readonly id: string;
  readonly name: string;
  /** The number in the rail; empty for none. */
  readonly count: string;
  /** What is wrong in it, in words; the rail marks it. */
  readonly alert?: string | undefined;
  /** `null` if there is nothing to show. */
  readonly body: Child | null;
  /** Why there is nothing to show. */
  readonly empty: string;
}

/** `13,601`, or empty for zero. */
export function panelCount(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en');
}
