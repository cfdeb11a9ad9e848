import { basename } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type BuiltInContext, subscribe } from '../context.ts';
import { wrapMethod } from '../patching/wrap-method.ts';
import { type SqlCall, SynchronousSql } from './synchronous-sql.ts';

type SqliteModule = typeof import('node:sqlite');

/**
 * Statements of node:sqlite. Node 26 publishes them on a channel, but with their values, rounded to milliseconds, and
 * without errors and rows, so all versions are patched. Node 22 and 24 print a warning when the module is loaded: it is
 * patched as soon as the app has loaded it.
 */
export function observeSqlite(context: BuiltInContext): () => void {
  let undo: (() => void) | undefined;
  const look = () => {
    if (undo || !isLoaded()) return;
    // Under Jest, getting the module publishes that it was loaded.
    undo = () => {};
    undo = patch(process.getBuiltinModule('node:sqlite'), context);
  };
  const stop = subscribe({
    'tracing:module.require:end': look,
    'tracing:module.import:asyncEnd': look,
  });
  look();
  return () => {
    stop();
    undo?.();
  };
}

function isLoaded(): boolean {
  const { moduleLoadList = [] } = process as { moduleLoadList?: readonly string[] };
  return moduleLoadList.includes('NativeModule sqlite');
}

function patch({ DatabaseSync, StatementSync }: SqliteModule, context: BuiltInContext): () => void {
  const databases = new WeakMap<object, DatabaseSync>();
  const names = new WeakMap<DatabaseSync, string>();

  function callOf(sql: string, connection: DatabaseSync | undefined): SqlCall {
    if (!connection) return { sql };
    let database = names.get(connection);
    if (database === undefined) {
      // Versions of Node 22 before 22.16 do not have it.
      database = basename(connection.location?.() ?? ':memory:');
      names.set(connection, database);
    }
    return { sql, connection, database };
  }

  const sql = new SynchronousSql(context);
  sql.wrapStatement(StatementSync.prototype, (self) =>
    callOf((self as StatementSync).sourceSQL, databases.get(self as StatementSync)),
  );
  sql.wrap(DatabaseSync.prototype, 'exec', {
    read: (self, [text]) => callOf(typeof text === 'string' ? text : '', self as DatabaseSync),
  });
  const unwrapPrepare = wrapMethod(DatabaseSync.prototype, 'prepare', (next, self, args) => {
    const statement = Reflect.apply(next, self, args) as StatementSync;
    databases.set(statement, self as DatabaseSync);
    return statement;
  });
  return () => {
    unwrapPrepare();
    sql.stop();
  };
}
