import type { Gatebook } from '../../src/gatebook.ts';

/** `production` keeps the details that are kept by default with `NODE_ENV=production`. */
export const MODES = [
  'bare',
  'entry',
  'production',
  'detail',
  'pino-http',
  'morgan',
  'OpenTelemetry',
] as const;
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
