import { Session } from 'chdb';
import { openClickHouseStore } from '../../src/store/clickhouse/clickhouse-store.ts';
import type { Engine, Params } from '../../src/store/clickhouse/engine/engine.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import type { Store } from '../../src/store/store.ts';
import { FOLDER } from './build.ts';

export interface Statement {
  readonly sql: string;
  readonly params?: Params;
}

/** A book that records its statements, and a session for hand-written ones. */
export interface TracedBook {
  readonly store: Store;
  /** The statements that the store ran during `work`. */
  statementsOf(work: () => Promise<unknown>): Promise<Statement[]>;
  runStatement(statement: Statement): Promise<string>;
  rowsRead(statements: readonly Statement[]): Promise<number>;
  close(): Promise<void>;
}

export async function openTracedBook(storage: string): Promise<TracedBook> {
  const { engine, writer } = await openEngine(storage, false);
  let traced: Statement[] = [];
  const tracing: Engine = {
    ...engine,
    read(sql, params, options) {
      traced.push({ sql, ...(params && { params }) });
      return engine.read(sql, params, options);
    },
  };
  const store = await openClickHouseStore(tracing, { create: false, writer });
  const session = new Session(FOLDER);
  await session.queryAsync(`USE ${new URL(storage).searchParams.get('database')}`);
  const run = async ({ sql, params = {} }: Statement, format: string) =>
    (await session.queryBindAsync(sql, { ...params }, { format })).text();
  return {
    store,
    async statementsOf(work) {
      traced = [];
      await work();
      return traced;
    },
    runStatement: (statement) => run(statement, 'JSONCompactEachRow'),
    async rowsRead(statements) {
      let rows = 0;
      for (const statement of statements) {
        rows += Number(JSON.parse(await run(statement, 'JSON')).statistics.rows_read);
      }
      return rows;
    },
    async close() {
      session.close();
      await store.close();
    },
  };
}
