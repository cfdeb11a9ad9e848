import type { FaultName } from './faults.ts';
import type { Life } from './life.ts';
import type { Place, ProjectSource } from './project.ts';

/** An app of test/guest/apps/walks with planted faults. */
export interface WalkedApp extends ProjectSource {
  readonly name: string;
  /** Arguments of Node. */
  readonly main: readonly string[];
  /** What it prints when it accepts connections: `ready` by default, in any case. */
  readonly ready?: string;
  /** Lets all faults happen. Returns the last process, which serves the page. */
  provoke(start: StartLife): Promise<Life>;
  readonly faults: Readonly<Partial<Record<FaultName, Planted>>>;
}

/** Starts a process of the app. */
export type StartLife = (more?: LifeOptions) => Promise<Life>;

export interface LifeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly node?: readonly string[];
}

/** A fault of an app. */
export interface Planted {
  /** Text of the row to open, among those that the search finds. */
  readonly row: string;
  /** What the last step has to say. */
  readonly says: readonly (string | Place)[];
}
