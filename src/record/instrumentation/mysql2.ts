import type { BuiltInContext } from './context.ts';
import { watchModule } from './loaded-modules.ts';
import { countMysqlRows } from './mysql-call.ts';
import { MysqlCalls } from './mysql-calls.ts';
import { traceChannel } from './queries.ts';

interface Class {
  readonly prototype: object;
}
interface PoolClusterClass {
  new (): { of(pattern: string): object };
}

/**
 * Queries of `mysql2`. Its channels (from 3.20 on) say neither which connection is used nor who called a pool, and they
 * hide errors that the app does not handle. So they only serve copies that can't be patched, such as those in a bundle.
 */
export const mysql2Instrumentation = {
  name: 'mysql2',
  start(context: BuiltInContext): () => void {
    const calls = new MysqlCalls(context, 'onResult');
    const channels = ['mysql2:query', 'mysql2:execute'].map((channel) =>
      traceChannel(
        {
          channel,
          kind: 'sql',
          system: 'mysql',
          statement: ({ query }) => query,
          database: ({ database }) => database,
          rows: ({ result }) => countMysqlRows(result, undefined),
        },
        context,
      ),
    );
    const stopChannels = () => {
      for (const stop of channels.splice(0)) stop();
    };
    const watch = (file: string, patch: (exports: unknown) => () => void) =>
      watchModule({
        packageName: 'mysql2',
        file,
        patch(exports) {
          stopChannels();
          return patch(exports);
        },
      });
    const patchConnection = (exports: unknown) => calls.patchConnection((exports as Class).prototype);
    const patchPool = (exports: unknown) => calls.patchPool((exports as Class).prototype);
    const stops = [
      watch('lib/base/connection.js', patchConnection),
      watch('lib/connection.js', patchConnection),
      watch('lib/base/pool.js', patchPool),
      watch('lib/pool.js', patchPool),
      watch('lib/pool_cluster.js', (exports) =>
        calls.patchPool(Object.getPrototypeOf(new (exports as PoolClusterClass)().of('*'))),
      ),
    ];
    return () => {
      stopChannels();
      for (const stop of stops) stop();
    };
  },
};
