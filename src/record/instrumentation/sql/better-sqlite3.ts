import { basename } from 'node:path';
import type { BuiltInContext } from '../context.ts';
import { loadedModules, watchModules } from '../patching/loaded-modules.ts';
import { wrapMethod } from '../patching/wrap-method.ts';
import { type SqlCall, SynchronousSql } from './synchronous-sql.ts';

interface Database {
  readonly name: string;
  prepare(sql: string): object;
  readonly transaction: unknown;
  readonly pragma: unknown;
}
interface DatabaseClass {
  new (name: string): Database;
  readonly prototype: Database;
}
interface Statement {
  readonly source: string;
  readonly database: Database;
}

const PLATFORM = `${process.platform}-${process.arch}`;
/** Since version 13 there is an entry for each platform, with a class of its own. */
const ENTRIES = ['index', PLATFORM, PLATFORM.replace('-', 'musl-')].map((entry) => `lib/${entry}.js`);

export function observeBetterSqlite3(context: BuiltInContext): () => void {
  const patchClass = (exports: unknown) => patch(exports as DatabaseClass, context);
  return watchModules('better-sqlite3', Object.fromEntries(ENTRIES.map((entry) => [entry, patchClass])));
}

function patch(Database: DatabaseClass, context: BuiltInContext): () => void {
  const sql = new SynchronousSql(context);
  sql.wrap(Database.prototype, 'exec', {
    read: (self, [text]) => callOf(self as Database, typeof text === 'string' ? text : ''),
  });

  const { prepare } = Database.prototype;
  let isComplete = false;
  /** Only a statement leads to the class of statements, which is native code. */
  function wrapStatements(open: () => Database): void {
    if (isComplete) return;
    try {
      const prototype = Object.getPrototypeOf(prepare.call(open(), 'SELECT 1')) as object;
      isComplete = true;
      sql.wrapStatement(prototype, (self) =>
        callOf((self as Statement).database, (self as Statement).source),
      );
    } catch {
      // A closed database, or one that could not be opened. The app's next one will do.
    }
  }
  const undo = (['prepare', 'transaction', 'pragma'] as const).map((name) =>
    wrapMethod(Database.prototype, name, (next, self, args) => {
      wrapStatements(() => self as Database);
      return Reflect.apply(next, self, args);
    }),
  );
  // The app may have prepared its statements already, so that `prepare` is not called again.
  if (isNativeCodeLoaded()) wrapStatements(() => new Database(':memory:'));
  return () => {
    for (const stop of undo) stop();
    sql.stop();
  };
}

function callOf(connection: Database, sql: string): SqlCall {
  return { sql, connection, database: basename(connection.name) };
}

function isNativeCodeLoaded(): boolean {
  return Object.keys(loadedModules()).some(
    (path) => path.endsWith('.node') && path.includes('better-sqlite3'),
  );
}
