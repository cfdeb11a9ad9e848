import { badOption, describeValue, GatebookError } from './errors.ts';
import { createGatebook, type Gatebook } from './gatebook.ts';
import { idleBook } from './idle-book.ts';
import { resolveWithEnvironment } from './options/environment.ts';
import type { GatebookOptions } from './options/options.ts';
import type { Adapter } from './record/adapters/adapter.ts';
import { shared } from './record/package-copies.ts';

/** Apps with a book. Nest's apps are proxies that refuse new properties, so they can't carry a mark. */
const attachedApps = new WeakSet<object>();

/**
 * Records an app through an adapter. With `gatebook/register`, the app is recorded in the book of the process.
 * @throws a `bad-option` error for a wrong option or app, `already-attached` if the app has a book already.
 */
export function attach<App extends object>(
  adapter: Adapter<App>,
  app: App,
  options?: GatebookOptions,
): Gatebook {
  const idle = idleBook(options?.logger);
  if (idle) return idle;
  const joined = shared.preload?.attach(adapter, app, options);
  if (joined) return joined as Gatebook;
  checkApp(adapter, app);
  const resolved = resolveWithEnvironment(options);
  const release = markAttached(app);
  const { book, host } = createGatebook(resolved, release);
  adapter.attach(app, host);
  return book;
}

export function checkApp(adapter: Adapter<never>, app: object): void {
  if (!adapter.isApp(app))
    throw badOption(`gatebook() for ${adapter.name} expects ${adapter.expects}, got ${describeValue(app)}.`);
  if (attachedApps.has(app))
    throw new GatebookError(
      'already-attached',
      `gatebook() was already called for this ${adapter.name} app. Call it once, or close the first book before.`,
    );
}

/** Whether `gatebook()` was called for this app, and its book is open. */
export function isAttached(app: object): boolean {
  return attachedApps.has(app);
}

/** Returns a function that takes the mark back. */
export function markAttached(app: object): () => void {
  attachedApps.add(app);
  return () => {
    attachedApps.delete(app);
  };
}
