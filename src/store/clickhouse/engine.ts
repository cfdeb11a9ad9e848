/** A value that is bound to a `{name:Type}` in a statement. */
export type Param = string | number | readonly string[] | readonly number[];
export type Params = Readonly<Record<string, Param>>;

/** A row of an answer: its values in the order of the columns asked for. */
export type Row = readonly unknown[];

export interface ReadOptions {
  /** Milliseconds after which the engine gives the question up. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  /** Each a JSON array in the order of the columns. */
  readonly rows: readonly string[];
  /** Rows that come again under the same token are kept once. */
  readonly token: string;
  /** Who came first under the token must be certain when this resolves. */
  readonly sync?: true;
}

/** What a store asks of ClickHouse, wherever it runs: on a server, or in this process. */
export interface Engine {
  /** As messages name it, without credentials. */
  readonly name: string;
  read(sql: string, params?: Params, options?: ReadOptions): Promise<Row[]>;
  /** A statement that answers nothing. */
  run(sql: string, params?: Params): Promise<void>;
  insert(insert: Insert): Promise<void>;
  close(): Promise<void>;
}

/** Numbers are all below 2^53: they need no quotes. A session must never keep the settings of one question. */
export function withSettings(sql: string, { timeout: within }: ReadOptions): string {
  const settings = ['output_format_json_quote_64bit_integers = 0'];
  if (within !== undefined) {
    // None at all would be no bound.
    const seconds = Math.max(0.001, within / 1000).toFixed(3);
    settings.push(`max_execution_time = ${seconds}`);
  }
  return `${sql}\nSETTINGS ${settings.join(', ')}`;
}

/** ClickHouse's code for a question that was given up. */
const TIMEOUT_EXCEEDED = 159;

export function isTimeout(error: unknown): boolean {
  return engineCode(error) === TIMEOUT_EXCEEDED;
}

/** ClickHouse's own number of an error; 0 when it has none. */
export function engineCode(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const told = 'clickhouseCode' in error ? error.clickhouseCode : 'code' in error ? error.code : 0;
  return Number(told) || Number(/\bCode: (\d+)\b/.exec(error.message)?.[1] ?? 0);
}
