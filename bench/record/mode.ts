import type { Gatebook } from '../../src/gatebook.ts';

export const MODES = ['bare', 'entry', 'detail', 'pino-http', 'morgan', 'OpenTelemetry'] as const;
export type ModeName = (typeof MODES)[number];

/** A server of its own, and what has to be on while it has its turn. */
export interface Mode {
  readonly name: ModeName;
  readonly port: number;
  readonly book: Gatebook | null;
  on(): void;
  off(): void;
  /** What was recorded or logged is written. */
  settle(): Promise<void>;
  /** What was put off until later is done too. */
  tend(): Promise<void>;
}

export interface Modes {
  readonly modes: readonly Mode[];
  close(): Promise<void>;
}
