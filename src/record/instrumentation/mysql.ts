import type { BuiltInContext } from './context.ts';
import { watchModule } from './loaded-modules.ts';
import { MysqlCalls } from './mysql-calls.ts';
import { undoAll } from './observe-method.ts';

/** Queries of `mysql`. */
export const mysqlInstrumentation = {
  name: 'mysql',
  start(context: BuiltInContext): () => void {
    const calls = new MysqlCalls(context, '_callback');
    const watch = (file: string, patch: (prototype: object) => () => void) =>
      watchModule({
        packageName: 'mysql',
        file,
        patch: (exports) => patch((exports as { readonly prototype: object }).prototype),
      });
    const stops = [
      watch('lib/Connection.js', (prototype) => calls.patchConnection(prototype)),
      watch('lib/Pool.js', (prototype) => calls.patchPool(prototype)),
      watch('lib/PoolNamespace.js', (prototype) => calls.patchPool(prototype)),
    ];
    return undoAll(stops);
  },
};
