import type { BuiltInContext } from '../context.ts';
import { prototypeOf, watchModules } from '../patching/loaded-modules.ts';
import { patchOrTrace, type TracedCalls } from '../patching/trace-channel.ts';
import { MysqlCalls } from './mysql-calls.ts';
import { countMysqlRows } from './mysql-results.ts';

interface PoolClusterClass {
  new (): { of(pattern: string): object };
}

const CHANNELS = ['mysql2:query', 'mysql2:execute'].map(
  (channel): TracedCalls => ({
    channel,
    kind: 'sql',
    system: 'mysql',
    statement: ({ query }) => query,
    database: ({ database }) => database,
    rows: ({ result }) => countMysqlRows(result, undefined),
  }),
);

export function observeMysql(context: BuiltInContext): () => void {
  const { connection, pool } = patchesOf(new MysqlCalls(context, '_callback'));
  return watchModules('mysql', {
    'lib/Connection.js': connection,
    'lib/Pool.js': pool,
    'lib/PoolNamespace.js': pool,
  });
}

/**
 * Queries of `mysql2`. Its channels (from 3.20 on) say neither which connection is used nor who called a pool, and they
 * hide errors that the app does not handle, so the library is patched.
 */
export function observeMysql2(context: BuiltInContext): () => void {
  const calls = new MysqlCalls(context, 'onResult');
  const { connection, pool } = patchesOf(calls);
  const patches = {
    'lib/base/connection.js': connection,
    'lib/connection.js': connection,
    'lib/base/pool.js': pool,
    'lib/pool.js': pool,
    'lib/pool_cluster.js': (exports: unknown) =>
      calls.patchPool(Object.getPrototypeOf(new (exports as PoolClusterClass)().of('*'))),
  };
  return patchOrTrace(context, 'mysql2', patches, CHANNELS);
}

function patchesOf(calls: MysqlCalls) {
  return {
    connection: (exports: unknown) => calls.patchConnection(prototypeOf(exports)),
    pool: (exports: unknown) => calls.patchPool(prototypeOf(exports)),
  };
}
