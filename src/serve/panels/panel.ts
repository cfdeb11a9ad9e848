import type { Child } from 'hono/jsx';

/** One panel: what its tab says, and what is in it or why nothing is. */
export interface Panel {
  readonly id: string;
  readonly name: string;
  /** What the tab counts; empty when there is nothing to count. */
  readonly count: string;
  readonly body: Child | null;
  readonly empty: string;
}

export function counted(count: number): string {
  return count === 0 ? '' : count.toLocaleString('en');
}
