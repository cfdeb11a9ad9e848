/** What the toolbar shows of a request. Clients may have written any of its text. */
export interface RequestSummary {
  readonly token: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** As text, such as `12 ms`. */
  readonly duration: string;
  readonly queries: number;
  /** Statements that ran more than once. */
  readonly repeated: number;
  readonly logs: number;
  readonly error: string;
}
