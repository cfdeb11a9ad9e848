/** An error in a search: where it is, what is wrong, and how to fix it. */
export interface Mistake {
  /** The parameter that contains it; `q` is the query text. */
  readonly param: string;
  /** The text of that parameter, because a parameter can be repeated. */
  readonly text: string;
  /** The range of characters that is wrong. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fix: string;
}

/** The result of parsing a value: the value, or what is wrong and how to fix it. */
export type Parsed<T> = { readonly value: T } | { readonly message: string; readonly fix: string };
