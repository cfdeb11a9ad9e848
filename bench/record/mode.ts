import type { Gatebook } from '../../src/gatebook.ts';
import type { Work } from './answer-parent.ts';

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
export interface Mode extends Work {
  readonly name: ModeName;
  readonly book: Gatebook | null;
  on(): void;
  off(): void;
  settle(): Promise<unknown>;
  maintain(): Promise<unknown>;
}

export interface Modes {
  readonly modes: readonly Mode[];
  close(): Promise<void>;
}
