import { Session } from 'chdb';
import { openClickHouseStore } from '../../src/store/clickhouse/clickhouse-store.ts';
import type { Engine, Params } from '../../src/store/clickhouse/engine.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import type { Store } from '../../src/store/store.ts';
import { FOLDER } from './build.ts';

/** A statement as somebody would type it. */
export interface Statement {
  readonly sql: string;
  readonly params?: Params;
}

/** A book whose statements are noted, and a session beside it for statements by hand. */
export interface Watched {
  readonly store: Store;
  /** What the store asked while it did this. */
  asked(work: () => Promise<unknown>): Promise<Statement[]>;
  byHand(statement: Statement): Promise<string>;
  rowsRead(statements: readonly Statement[]): Promise<number>;
  close(): Promise<void>;
}

export async function openWatched(storage: string): Promise<Watched> {
  const { engine, writer } = await openEngine(storage, false);
  let noted: Statement[] = [];
  const watched: Engine = {
    ...engine,
    read(sql, params, options) {
      noted.push({ sql, ...(params && { params }) });
      return engine.read(sql, params, options);
    },
  };
  const store = await openClickHouseStore(watched, { create: false, writer });
  const session = new Session(FOLDER);
  await session.queryAsync(`USE ${new URL(storage).searchParams.get('database')}`);
  const run = async ({ sql, params = {} }: Statement, format: string) =>
    (await session.queryBindAsync(sql, { ...params }, { format })).text();
  return {
    store,
    async asked(work) {
      noted = [];
      await work();
      return noted;
    },
    byHand: (statement) => run(statement, 'JSONCompactEachRow'),
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
