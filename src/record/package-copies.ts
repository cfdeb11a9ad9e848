/** The functions that an app calls in its own code, of one copy of this package. */
export interface AppFunctions {
  /** Whether the running code belongs to a request that this copy records. */
  isRecording(): boolean;
  measure<Result>(name: string, run: () => Result): Result;
  subrequest<Result>(name: string, run: () => Result): Result;
  job<Result>(name: string, run: () => Result): Result;
  note(key: string, value: unknown): void;
  tag(name: string): void;
  user(id: string | number | bigint | null | undefined): void;
  setRoute(pattern: string): void;
  log(level: string, ...values: readonly unknown[]): void;
  report(error: unknown): void;
}

/** What `gatebook/register` offers to `gatebook(app)` and `job()` of any copy. */
export interface Preload {
  /** Opens the book of the process, unless it is open or can't be opened. */
  open(): void;
  /** Returns the book that records the app; `undefined` if the calling copy has to record it itself. */
  attach(adapter: object, app: object, options: object | undefined): unknown;
}

/** What all copies of this package in a process share. Other versions use it too: members can be added, not changed. */
interface Shared {
  readonly version: 1;
  /** The copies with an open book. */
  readonly copies: Set<AppFunctions>;
  preload?: Preload;
}

const KEY = Symbol.for('gatebook');
type Holder = { [KEY]?: Shared };

/**
 * An app may load several copies: from `import` and `require`, from a bundle, or as a dependency of a dependency. They find
 * each other through one property of the global object.
 */
export const shared = sharedIn(globalThis as Holder);

function sharedIn(holder: Holder): Shared {
  const existing = holder[KEY];
  if (existing?.version === 1) return existing;
  const own: Shared = { version: 1, copies: new Set() };
  if (!existing) Object.defineProperty(holder, KEY, { value: own });
  return own;
}
