import type { Plot } from './plot.ts';

/** How much is measured. */
export interface Size {
  /** Just enough to see that every part still runs; the figures mean nothing. */
  readonly isTiny: boolean;
  /** In the books that are searched. */
  readonly profiles: number;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a part measured, as the docs show it. */
export interface Result {
  readonly tables: readonly Table[];
  /** For README.md. */
  readonly readme?: Table;
  readonly plots: readonly Plot[];
  /** What was compared, with versions. */
  readonly compared?: readonly string[];
  /** What could not be measured and why, one sentence each. */
  readonly notes?: readonly string[];
}

export type Part = (size: Size) => Promise<Result>;
