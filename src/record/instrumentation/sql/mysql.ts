import type { BuiltInContext } from '../context.ts';
import { prototypeOf, watchModule } from '../patching/loaded-modules.ts';
import { undoAll } from '../patching/observe-method.ts';
import { MysqlCalls } from './mysql-calls.ts';

/** Queries of `mysql`. */
export const mysqlInstrumentation = {
  name: 'mysql',
  start(context: BuiltInContext): () => void {
    const calls = new MysqlCalls(context, '_callback');
    const watch = (file: string, patch: (prototype: object) => () => void) =>
      watchModule({
        packageName: 'mysql',
        file,
        patch: (exports) => patch(prototypeOf(exports)),
      });
    const stops = [
      watch('lib/Connection.js', (prototype) => calls.patchConnection(prototype)),
      watch('lib/Pool.js', (prototype) => calls.patchPool(prototype)),
      watch('lib/PoolNamespace.js', (prototype) => calls.patchPool(prototype)),
    ];
    return undoAll(stops);
  },
};
