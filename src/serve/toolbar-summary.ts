/** What the bar is told of a request. All of it is text that somebody else may have written. */
export interface Seen {
  readonly token: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly took: string;
  readonly queries: number;
  /** Queries that were asked more than once. */
  readonly repeated: number;
  readonly logs: number;
  readonly error: string;
}
