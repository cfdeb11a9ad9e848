import type { Gatebook } from '../../src/gatebook.ts';

export const MODES = ['bare', 'entry', 'detail', 'pino-http', 'morgan', 'OpenTelemetry'] as const;
export type ModeName = (typeof MODES)[number];

/** A server, and what must be switched on during its turn. */
export interface Mode {
  readonly name: ModeName;
  readonly port: number;
  readonly book: Gatebook | null;
  on(): void;
  off(): void;
  /** Waits until everything recorded or logged is written. */
  settle(): Promise<void>;
  /** Runs the maintenance that the store has postponed. */
  maintain(): Promise<void>;
}

export interface Modes {
  readonly modes: readonly Mode[];
  close(): Promise<void>;
}
