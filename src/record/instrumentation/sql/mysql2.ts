import type { BuiltInContext } from '../context.ts';
import { prototypeOf } from '../patching/loaded-modules.ts';
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

/**
 * Queries of `mysql2`. Its channels (from 3.20 on) say neither which connection is used nor who called a pool, and they
 * hide errors that the app does not handle, so the library is patched.
 */
export const mysql2Instrumentation = {
  name: 'mysql2',
  start(context: BuiltInContext): () => void {
    const calls = new MysqlCalls(context, 'onResult');
    const patchConnection = (exports: unknown) => calls.patchConnection(prototypeOf(exports));
    const patchPool = (exports: unknown) => calls.patchPool(prototypeOf(exports));
    const patchCluster = (exports: unknown) =>
      calls.patchPool(Object.getPrototypeOf(new (exports as PoolClusterClass)().of('*')));
    const modules = [
      { packageName: 'mysql2', file: 'lib/base/connection.js', patch: patchConnection },
      { packageName: 'mysql2', file: 'lib/connection.js', patch: patchConnection },
      { packageName: 'mysql2', file: 'lib/base/pool.js', patch: patchPool },
      { packageName: 'mysql2', file: 'lib/pool.js', patch: patchPool },
      { packageName: 'mysql2', file: 'lib/pool_cluster.js', patch: patchCluster },
    ];
    return patchOrTrace(context, modules, CHANNELS);
  },
};
