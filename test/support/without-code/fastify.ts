import type { GatebookOptions } from '../../../src/options/options.ts';
import type { Any } from '../running-server.ts';
import { gatebook as bookOf } from './gatebook.ts';

/** A plugin that does nothing but what the apps of the tests expect of it. */
export async function gatebook(app: Any, options: GatebookOptions): Promise<void> {
  const book = bookOf(app, options);
  app.decorate('gatebook', book);
  app.addHook('onClose', () => book.close());
}
Object.assign(gatebook, { [Symbol.for('skip-override')]: true });
