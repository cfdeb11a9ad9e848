import { GatebookError } from '../../../errors.ts';

/** A value bound to a `{name:Type}` placeholder. */
export type Param = string | number | readonly string[] | readonly number[];
export type Params = Readonly<Record<string, Param>>;

/** The values of a result row, in the order of the selected columns. */
export type Row = readonly unknown[];

export interface ReadOptions {
  /** Milliseconds after which the engine stops the query. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface Insert {
  readonly table: string;
  readonly columns: readonly string[];
  /** Each row is a JSON array in the order of `columns`. */
  readonly rows: readonly string[];
  /** The engine stores rows inserted again under the same token once. */
  readonly token: string;
  /** Bypasses async inserts: deduplication is done when the insert resolves. */
  readonly sync?: true;
}

/** What a store needs from ClickHouse, on a server or in this process. */
export interface Engine {
  /** The name used in messages, without credentials. */
  readonly name: string;
  read(sql: string, params?: Params, options?: ReadOptions): Promise<Row[]>;
  /** Runs a statement that returns no rows. */
  run(sql: string, params?: Params): Promise<void>;
  insert(insert: Insert): Promise<void>;
  close(): Promise<void>;
}

/** Adds settings to one query, so they do not stay in the session. Integers are below 2^53 and need no quotes. */
export function withSettings(sql: string, { timeout }: ReadOptions): string {
  const settings = ['output_format_json_quote_64bit_integers = 0'];
  if (timeout !== undefined) {
    // 0 would disable the limit.
    const seconds = Math.max(0.001, timeout / 1000).toFixed(3);
    settings.push(`max_execution_time = ${seconds}`);
  }
  return `${sql}\nSETTINGS ${settings.join(', ')}`;
}

/** Inserts one row, unless a row was inserted under this token before. */
export function insertOnce(
  engine: Engine,
  table: string,
  row: Readonly<Record<string, string | number>>,
  token: string,
): Promise<void> {
  const [columns, rows] = [Object.keys(row), [JSON.stringify(Object.values(row))]];
  return engine.insert({ table, columns, rows, token, sync: true });
}

/** On a cluster only the TTL of the tables deletes rows: a store would have to delete them on every server. */
export async function isCluster(engine: Engine): Promise<boolean> {
  const [row] = await engine.read(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'entries'",
  );
  return row?.[0] === 'Distributed';
}

export async function refuseCluster(engine: Engine, advice: string): Promise<void> {
  if (await isCluster(engine))
    throw new GatebookError('bad-option', `${engine.name} is a cluster. ${advice}`);
}
